/**
 * Converts schemas to and from JSON, and filter pipelines to and from text, without loss. Begin
 * with {@link io.azulejo.text.schema.SchemaJsonReader} and {@link
 * io.azulejo.text.schema.SchemaJsonWriter}. docs/schemas.md describes the format. Error messages
 * name the path within the JSON, such as {@code dimensions[0].type}.
 */
package io.azulejo.text.schema;
