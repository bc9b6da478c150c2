/**
 * Parses JSON strictly. Values know their path, so that error messages can name it. Objects reject
 * unknown keys. Begin with {@link io.azulejo.text.json.JsonValue}.
 */
package io.azulejo.text.json;
