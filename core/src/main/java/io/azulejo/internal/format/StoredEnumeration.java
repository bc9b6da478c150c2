package io.azulejo.internal.format;

import io.azulejo.schema.Enumeration;

/**
 * An enumeration as it was stored.
 *
 * @param path the name of its file
 * @param enumeration the enumeration
 */
public record StoredEnumeration(String path, Enumeration enumeration) {}
