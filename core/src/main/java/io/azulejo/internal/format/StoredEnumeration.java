package io.azulejo.internal.format;

import io.azulejo.schema.Enumeration;

/**
 * A stored enumeration.
 *
 * @param path the name of its file
 */
public record StoredEnumeration(String path, Enumeration enumeration) {}
