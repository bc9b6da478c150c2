package io.azulejo.internal.format;

import io.azulejo.schema.Enumeration;

/**
 * An enumeration and the name of the file that stores it.
 *
 * @param path the name of the file
 * @param enumeration the enumeration
 */
public record StoredEnumeration(String path, Enumeration enumeration) {}
