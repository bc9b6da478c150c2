package io.azulejo.internal.snapshot.fragment;

/**
 * A section of a fragment's metadata file.
 *
 * @param table the table that the section belongs to
 * @param index the index of the field in the footer's arrays, or of the dimension for first and
 *     last cells; 0 if the table has a single section
 */
record MetadataSection(TableKind table, int index) {}
