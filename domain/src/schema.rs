//! Schemas that utoipa does not derive.

use utoipa::openapi::schema::{AdditionalProperties, RefBuilder, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A reference to a component, with what it is here.
#[must_use]
pub fn described<T: ToSchema>(description: &str) -> Ref {
    RefBuilder::new()
        .ref_location_from_schema_name(T::name())
        .description(Some(description))
        .build()
}

/// The schema of an object with another required field: one plain object, where an `allOf` would make
/// clients of two.
#[must_use]
pub fn with_field<T: ToSchema>(
    schema: RefOr<Schema>,
    name: &str,
    description: &str,
) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            let field = described::<T>(description);
            object.properties.insert(name.to_owned(), field.into());
            object.required.push(name.to_owned());
            Schema::Object(object).into()
        }
        other @ (RefOr::Ref(_) | RefOr::T(_)) => other,
    }
}

/// The schema of one form of a union: its field, and as `null` those of the other forms.
#[must_use]
pub fn form<T: ToSchema>(description: &str, field: &str, fields: &[&str]) -> RefOr<Schema> {
    let absent = || {
        ObjectBuilder::new()
            .schema_type(Type::Null)
            .description(Some("Absent in this form."))
    };
    let form = ObjectBuilder::new()
        .description(Some(description))
        .property(field, described::<T>(description))
        .required(field)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)));
    let others = fields.iter().filter(|other| **other != field);
    others
        .fold(form, |form, other| form.property(*other, absent()))
        .into()
}

/// Adds a type, and those it is made of, to the components.
pub fn collect<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into(), <T as PartialSchema>::schema()));
    T::schemas(schemas);
}
