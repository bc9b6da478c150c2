package io.azulejo.internal.snapshot.fragment;

/**
 * A section of a fragment's metadata file.
 *
 * @param index the field that it is of, by its place in the arrays of the footer
 */
record MetadataSection(MetadataTable table, int index) {}
