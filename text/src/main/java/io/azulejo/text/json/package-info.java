/**
 * Strict JSON parsing: values know their path, so that errors name it, and objects report unknown
 * members. Begin with {@link io.azulejo.text.json.JsonValue}.
 */
package io.azulejo.text.json;
