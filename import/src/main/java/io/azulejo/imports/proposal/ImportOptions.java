package io.azulejo.imports.proposal;

import java.util.List;
import java.util.Set;

/**
 * Wishes for the array that a file becomes.
 *
 * @param dimensions the columns of rows that become dimensions, or the names of the dimensions of a
 *     box; empty to have them guessed
 * @param dense whether the array is dense
 * @param sparse whether it is sparse, even where no columns are plainly its dimensions
 * @param denseIfWhole whether it is also dense where its dimensions are integers and there is a row
 *     for each cell of their box
 * @param enumerated the columns that become enumerated attributes
 * @param categories whether columns of texts of few values become enumerated attributes, too
 * @param sample how many rows are looked at, unless the array is the box around all cells
 * @param arrays the arrays of an npz archive or the variables of NetCDF and HDF5 files that become
 *     attributes; empty for all of an archive, and for the variables over the most cells
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
  /** Everything is guessed, by the first million rows. */
  public static final ImportOptions DEFAULT =
      new ImportOptions(List.of(), false, false, false, Set.of(), true, 1_000_000, List.of());

  /** Returns the same with these dimensions. */
  public ImportOptions dimensions(String... names) {
    return new ImportOptions(
        List.of(names), dense, sparse, denseIfWhole, enumerated, categories, sample, arrays);
  }

  /** Returns the same for these arrays or variables of the file. */
  public ImportOptions arrays(String... names) {
    return new ImportOptions(
        dimensions, dense, sparse, denseIfWhole, enumerated, categories, sample, List.of(names));
  }
}
