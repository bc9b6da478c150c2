package io.azulejo.internal.snapshot.fragment;

/**
 * A section of a fragment's metadata file.
 *
 * @param index the field, by its index in the arrays of the footer
 */
record MetadataSection(TableKind table, int index) {}
