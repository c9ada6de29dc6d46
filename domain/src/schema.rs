//! Schemas that utoipa does not derive.

use utoipa::openapi::schema::{AdditionalProperties, RefBuilder, Type};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The extension that names those optional fields of a request which are not `null` when they are there: they
/// are absent, or have a value.
pub const NEVER_NULL: &str = "x-never-null";

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

/// The schema of an object with a tag that says which of a union it is.
#[must_use]
pub fn tagged(schema: RefOr<Schema>, tag: &str, value: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = schema else {
        return schema;
    };
    let only = ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(format!("`{value}`.")))
        .enum_values(Some([value]));
    object.properties.insert(tag.to_owned(), only.into());
    object.required.push(tag.to_owned());
    object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
    Schema::Object(object).into()
}

/// The schema of an event in the log: with its tag, and where it stands.
#[must_use]
pub fn logged(schema: RefOr<Schema>, tag: &str, value: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = tagged(schema, tag, value) else {
        return ObjectBuilder::new().into();
    };
    for (name, description, greatest) in [
        ("revision", "The revision that the command made.", 10_001),
        (
            "index",
            "Its place among the events of that revision, from 0.",
            1000,
        ),
    ] {
        let number = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some(description))
            .minimum(Some(0))
            .maximum(Some(greatest));
        object.properties.insert(name.to_owned(), number.into());
        object.required.push(name.to_owned());
    }
    Schema::Object(object).into()
}
