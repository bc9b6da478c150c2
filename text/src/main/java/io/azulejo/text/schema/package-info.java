/**
 * Converts schemas from and to JSON, and filter pipelines from and to text, without loss. Begin
 * with {@link io.azulejo.text.schema.SchemaJsonReader} and {@link
 * io.azulejo.text.schema.SchemaJsonWriter}. The format is described in docs/schemas.md. Errors name
 * the path within the JSON, such as {@code dimensions[0].type}.
 */
package io.azulejo.text.schema;
