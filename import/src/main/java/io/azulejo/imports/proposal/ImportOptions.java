package io.azulejo.imports.proposal;

import java.util.List;
import java.util.Set;

/**
 * Options for proposing an array for a file. Grids use only {@code dimensions} and {@code arrays},
 * and their arrays are always dense. Tables use all options except {@code arrays}.
 *
 * @param dimensions for a table, the columns that become dimensions; for a grid, the names of all
 *     dimensions. Empty to infer dimensions from a table, or to use the names in a grid file
 * @param dense whether the array must be dense. Its dimensions are {@code dimensions}, or the row
 *     number if they are empty
 * @param sparse whether the array must be sparse, even if dimensions cannot be inferred with
 *     confidence
 * @param denseIfWhole whether the array becomes dense if its dimensions are integers and every cell
 *     within their ranges has a row
 * @param enumerated columns that become enumerated attributes
 * @param categories whether text columns with few distinct values also become enumerated attributes
 * @param sample maximum number of rows to examine. All rows are examined if {@code denseIfWhole} is
 *     set, or if {@code dense} is set and {@code dimensions} is not empty
 * @param arrays arrays of an npz archive, or variables of a NetCDF or HDF5 file, that become
 *     attributes. Empty for all arrays of an archive, or for the variables with the most cells
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
  /**
   * The default options. They infer the dimensions and enumerated attributes of tables from the
   * first million rows.
   */
  public static final ImportOptions DEFAULT =
      new ImportOptions(List.of(), false, false, false, Set.of(), true, 1_000_000, List.of());

  /**
   * Returns a copy with other dimensions.
   *
   * @param names for a table, the columns that become dimensions; for a grid, the names of all
   *     dimensions
   */
  public ImportOptions dimensions(String... names) {
    return new ImportOptions(
        List.of(names), dense, sparse, denseIfWhole, enumerated, categories, sample, arrays);
  }

  /**
   * Returns a copy that selects arrays or variables of the file.
   *
   * @param names arrays of an npz archive, or variables of a NetCDF or HDF5 file
   */
  public ImportOptions arrays(String... names) {
    return new ImportOptions(
        dimensions, dense, sparse, denseIfWhole, enumerated, categories, sample, List.of(names));
  }
}
