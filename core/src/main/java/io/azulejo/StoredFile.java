package io.azulejo;

/**
 * A file that is stored as an array.
 *
 * @param name its name, with the ending behind the last dot
 * @param mimeType its MIME type, such as {@code image/png}
 * @param size its length in bytes
 */
public record StoredFile(String name, String mimeType, long size) {}
