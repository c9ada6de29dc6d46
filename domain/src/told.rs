//! Commands and events: unions of objects told apart by a tag. Each game declares its own; those that
//! every game has are added to them here.

/// Declares the commands of a game's encounters: a strict struct for each, and their union by the field
/// `command`. `rolls` names those that bring dice.
macro_rules! commands {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident in $game:ident = $game_name:literal of $seated:ident $amendment:ident, rolls $($rolling:ident),* {
            $($(#[doc = $command_doc:literal])+ $command:ident as $component:ident = $value:literal {
                $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
            })+
        }
    ) => {
        $crate::told::commands! { @all
            $(#[doc = $doc])+
            $vis enum $name in $game = $game_name, rolls $($rolling),* {
                $($(#[doc = $command_doc])+ $command as $component = $value {
                    $($(#[$field_meta])* $field: $type,)*
                })+
                /// Adds a combatant. The GM's.
                AddCombatant as AddCombatantCommand = "add_combatant" {
                    /// The combatant, and the seat that owns it.
                    #[cfg_attr(feature = "openapi", schema(value_type = $seated))]
                    combatant: Box<$seated>,
                }
                /// Removes a combatant. The GM's.
                RemoveCombatant as RemoveCombatantCommand = "remove_combatant" {
                    /// Whom.
                    combatant: Id,
                }
                /// Sets fields of a combatant: the GM's word beats the rules, and is logged as such.
                Amend as AmendCommand = "amend" {
                    /// Whose.
                    combatant: Id,
                    /// The fields to set; `null` is what a field is when absent.
                    set: $amendment,
                }
                /// Back to the exact state before the last command, and again for one further back: at most
                /// 20, never past a new token. Luck only moves forward. The GM's.
                Undo as UndoCommand = "undo" {}
                /// Ends the turn. The GM's.
                EndTurn as EndTurnCommand = "end_turn" {}
                /// Closes the encounter: from then on it is only looked at, proved and deleted. The GM's.
                Close as CloseCommand = "close" {}
            }
        }
    };
    (@all
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident in $game:ident = $game_name:literal, rolls $($rolling:ident),* {
            $($(#[doc = $command_doc:literal])+ $command:ident as $component:ident = $value:literal {
                $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
            })+
        }
    ) => {
        $(
            $(#[doc = $command_doc])+
            #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
            #[serde(deny_unknown_fields, remote = "Self")]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[cfg_attr(feature = "openapi", schema(as = $game::$component))]
            $vis struct $command {
                $($(#[$field_meta])* pub $field: $type,)*
            }

            $crate::strict::strict!($command);
        )+

        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        $vis enum $name { $($(#[doc = $command_doc])+ $command($command),)+ }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let tagged = $crate::tagged::Tagged::read(deserializer, "command", &[$($value),+])?;
                match tagged.tag() {
                    $($value => tagged.without_tag("command").into::<$command, D::Error>().map(Self::$command),)+
                    other => Err(serde::de::Error::unknown_variant(other, &[$($value),+])),
                }
            }
        }

        impl $crate::encounter::Command for $name {
            fn dice(&self) -> Option<&$crate::encounter::TableDice> {
                match self {
                    $(Self::$rolling(command) => command.dice.as_ref(),)*
                    _ => None,
                }
            }

            fn common(&self) -> Option<$crate::encounter::Common> {
                match self {
                    Self::Undo(_) => Some($crate::encounter::Common::Undo),
                    Self::Close(_) => Some($crate::encounter::Common::Close),
                    _ => None,
                }
            }
        }

        #[cfg(feature = "openapi")]
        $crate::told::union_schema! {
            [] $name, concat!($game_name, ".Command"), concat!($($doc, "\n"),+), "command",
            $crate::schema::tagged, { $($command = $value,)+ }
        }
    };
}

/// Declares the events of a game's encounters: a struct for each, and their union by the field `event`.
macro_rules! events {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident<$life:lifetime> in $game:ident = $game_name:literal of $seated:ident $amendment:ident {
            $($(#[doc = $event_doc:literal])+ $event:ident$(<$event_life:lifetime>)? as $component:ident = $value:literal {
                $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
            })+
        }
    ) => {
        $crate::told::events! { @all
            $(#[doc = $doc])+
            $vis enum $name<$life> in $game = $game_name {
                $($(#[doc = $event_doc])+ $event$(<$event_life>)? as $component = $value {
                    $($(#[$field_meta])* $field: $type,)*
                })+
                /// A combatant joined.
                CombatantAdded<$life> as CombatantAddedEvent = "combatant_added" {
                    /// The combatant, and the seat that owns it.
                    combatant: &$life $seated,
                }
                /// A combatant left.
                CombatantRemoved<$life> as CombatantRemovedEvent = "combatant_removed" {
                    /// Who.
                    combatant: &$life Id,
                }
                /// The GM set fields of a combatant.
                Amended<$life> as AmendedEvent = "amended" {
                    /// Whose.
                    combatant: &$life Id,
                    /// The fields set.
                    set: &$life $amendment,
                }
                /// A turn ended.
                TurnEnded as TurnEndedEvent = "turn_ended" {
                    /// The number of the turn that begins.
                    turn: TurnNumber,
                }
                /// The state is as it was before a command.
                Undone as UndoneEvent = "undone" {
                    /// The revision of that command.
                    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10000))]
                    undid: u64,
                }
                /// The encounter is closed.
                Closed as ClosedEvent = "closed" {}
                /// A seat, or the GM, has a new token; the old one is no longer known.
                TokenReplaced<$life> as TokenReplacedEvent = "token_replaced" {
                    /// Whose: the seat's name, or `gm`.
                    #[cfg_attr(feature = "openapi", schema(max_length = 64))]
                    seat: &$life str,
                }
            }
        }

        impl<$life> From<$crate::encounter::CommonEvent<$life>> for $name<$life> {
            fn from(event: $crate::encounter::CommonEvent<$life>) -> Self {
                match event {
                    $crate::encounter::CommonEvent::Undone(undid) => Self::Undone(Undone { undid }),
                    $crate::encounter::CommonEvent::Closed => Self::Closed(Closed {}),
                    $crate::encounter::CommonEvent::TokenReplaced(seat) => {
                        Self::TokenReplaced(TokenReplaced { seat })
                    }
                }
            }
        }
    };
    (@all
        $(#[doc = $doc:literal])+
        $vis:vis enum $name:ident<$life:lifetime> in $game:ident = $game_name:literal {
            $($(#[doc = $event_doc:literal])+ $event:ident$(<$event_life:lifetime>)? as $component:ident = $value:literal {
                $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
            })+
        }
    ) => {
        $(
            $(#[doc = $event_doc])+
            #[derive(Debug, serde::Serialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[cfg_attr(feature = "openapi", schema(as = $game::$component))]
            $vis struct $event$(<$event_life>)? {
                $($(#[$field_meta])* pub $field: $type,)*
            }
        )+

        $(#[doc = $doc])+
        #[derive(Debug, serde::Serialize)]
        #[serde(tag = "event")]
        $vis enum $name<$life> {
            $(
                $(#[doc = $event_doc])+
                #[serde(rename = $value)]
                $event($event$(<$event_life>)?),
            )+
        }

        #[cfg(feature = "openapi")]
        $crate::told::union_schema! {
            [<$life>] $name, concat!($game_name, ".Event"), concat!($($doc, "\n"),+), "event",
            $crate::schema::logged, { $($event$(<$event_life>)? = $value,)+ }
        }
    };
}

/// The schema of a union of structs by a tag that `$with_tag` adds to each.
#[cfg(feature = "openapi")]
macro_rules! union_schema {
    ([$(<$life:lifetime>)?] $name:ident, $component:expr, $doc:expr, $tag:literal, $with_tag:path, {
        $($type:ident$(<$type_life:lifetime>)? = $value:literal,)+
    }) => {
        impl$(<$life>)? utoipa::PartialSchema for $name$(<$life>)? {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let discriminator = utoipa::openapi::Discriminator::with_mapping($tag, [$((
                    $value,
                    format!("#/components/schemas/{}", <$type as utoipa::ToSchema>::name()),
                )),+]);
                utoipa::openapi::OneOfBuilder::new()
                    .description(Some($crate::bounded::description($doc)))
                    $(.item(utoipa::openapi::Ref::from_schema_name(<$type as utoipa::ToSchema>::name())))+
                    .discriminator(Some(discriminator))
                    .into()
            }
        }

        impl$(<$life>)? utoipa::ToSchema for $name$(<$life>)? {
            fn name() -> std::borrow::Cow<'static, str> {
                $component.into()
            }

            fn schemas(
                schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
            ) {
                $(
                    let schema = $with_tag(<$type as utoipa::PartialSchema>::schema(), $tag, $value);
                    schemas.push((<$type as utoipa::ToSchema>::name().into(), schema));
                    <$type as utoipa::ToSchema>::schemas(schemas);
                )+
            }
        }
    };
}

#[cfg(feature = "openapi")]
pub(crate) use union_schema;
pub(crate) use {commands, events};
