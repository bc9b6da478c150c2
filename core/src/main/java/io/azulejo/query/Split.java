package io.azulejo.query;

/**
 * A part of a read: its own request, which gives the rows of the part, on the snapshot that it was
 * made for; see {@code Array.splits}. What it takes is estimated from the tables of fragments.
 *
 * @param request what is read
 * @param cells about how many cells it has before conditions are tested; if a dense array is read
 *     for written cells alone, those, or more where fragments overlap
 * @param storedBytes about how many bytes are fetched for it
 * @param decodedBytes about how many bytes the fields of the answer have for these cells
 */
public record Split(ReadRequest request, long cells, long storedBytes, long decodedBytes) {}
