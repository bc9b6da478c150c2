/**
 * Schemas as JSON, and chains of filters as text. In: an array schema, or JSON. Out: the other one,
 * without loss. Begin with {@link io.azulejo.text.schema.SchemaJsonReader} and {@link
 * io.azulejo.text.schema.SchemaJsonWriter}; the format is described in docs/schemas.md. Errors name
 * the place within the JSON, such as {@code dimensions[0].type}.
 */
package io.azulejo.text.schema;
