package io.azulejo.imports.proposal;

import java.util.List;
import java.util.Set;

/**
 * Options for the array to create from a file.
 *
 * @param dimensions the columns of rows that become dimensions, or the names of the dimensions of a
 *     box; empty to infer them
 * @param dense whether the array is dense
 * @param sparse whether it is sparse, even if dimensions cannot be inferred with confidence
 * @param denseIfWhole whether it is also dense if its dimensions are integers and each cell of
 *     their box has a row
 * @param enumerated the columns that become enumerated attributes
 * @param categories whether text columns with few distinct values also become enumerated attributes
 * @param sample the number of rows to examine, unless the array is the box around all cells
 * @param arrays the arrays of an npz archive or the variables of NetCDF and HDF5 files that become
 *     attributes; empty for all arrays of an archive, and for the variables over the most cells
 */
public record ImportOptions(
    List<String> dimensions,
    boolean dense,
    boolean sparse,
    boolean denseIfWhole,
    Set<String> enumerated,
    boolean categories,
    long sample,
    List<String> arrays) {
  /** Options that infer everything from the first million rows. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(List.of(), false, false, false, Set.of(), true, 1_000_000, List.of());

  /** Returns a copy with these dimensions. */
  public ImportOptions dimensions(String... names) {
    return new ImportOptions(
        List.of(names), dense, sparse, denseIfWhole, enumerated, categories, sample, arrays);
  }

  /** Returns a copy for these arrays or variables of the file. */
  public ImportOptions arrays(String... names) {
    return new ImportOptions(
        dimensions, dense, sparse, denseIfWhole, enumerated, categories, sample, List.of(names));
  }
}
