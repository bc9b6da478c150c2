package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentTables;
import io.azulejo.internal.snapshot.fragment.TableKind;
import io.azulejo.internal.snapshot.fragment.TileFile;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks the tables of a fragment. Each table must be readable, have one entry per tile, and refer
 * only to bytes within the data file.
 */
final class TableChecks {
  private final InspectedObject array;
  private final Fragment fragment;
  private final boolean visible;
  private final Map<String, FieldStorage> fields;
  private final Location file;

  TableChecks(
      InspectedObject array, Fragment fragment, boolean visible, Map<String, FieldStorage> fields) {
    this.array = array;
    this.fragment = fragment;
    this.visible = visible;
    this.fields = fields;
    this.file = fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  void run() {
    loadTogether();
    fields.forEach(this::checkTiles);
    if (fragment.version().hasTileStatistics()) {
      fields.forEach(this::checkStatistics);
      checkFragmentStatistics();
    }
    checkEnds();
  }

  /** Checks the tables of the tiles' first and last coordinates, which only other engines use. */
  private void checkEnds() {
    int dimensions = fragment.schema().schema().dimensions().size();
    attempt(
        Severity.WARNING,
        ProblemBuilder.reads(visible, "other engines cannot read in global order"),
        () -> {
          boolean there = fragment.footer().globalOrderBounds(dimensions).isPresent();
          for (int d = 0; there && d < dimensions; d++) {
            fragment.tables().bounds(TableKind.FIRST_CELLS, d);
            fragment.tables().bounds(TableKind.LAST_CELLS, d);
          }
        });
  }

  /** Loads all tables with few reads. If this fails, later checks find each damaged table. */
  private void loadTogether() {
    try {
      fragment.load(fields.values(), fields.values(), !fragment.dense());
    } catch (AzulejoException e) {
      return;
    }
  }

  private void checkTiles(String name, FieldStorage field) {
    String reads =
        ProblemBuilder.reads(visible, "reads of \"%s\" fail in this fragment".formatted(name));
    checkTileFile(name, reads, () -> fragment.tiles(field));
    if (field.isVar()) {
      checkTileFile(name, reads, () -> fragment.varTiles(field));
      attempt(ProblemBuilder.severity(visible), reads, () -> fragment.varSizes(field));
    }
    if (field.nullable()) {
      checkTileFile(name, reads, () -> fragment.validityTiles(field));
    }
  }

  private void checkTileFile(String name, String reads, Supplier<TileFile> table) {
    attempt(
        ProblemBuilder.severity(visible),
        reads,
        () -> {
          TileFile tiles = table.get();
          if (fragment.tiles() > 0 && tiles.offset(0) != 0) {
            array
                .problems()
                .add(
                    ProblemBuilder.warning(Kind.CONTRADICTION, tiles.location())
                        .field(name)
                        .problem(
                            "the first tile begins at byte %d".formatted(tiles.offset(0)),
                            ProblemBuilder.reads(
                                visible, "reads of \"%s\" may be wrong".formatted(name)),
                            ProblemBuilder.RESTORE));
          }
        });
  }

  /** Checks the statistics of a field, including statistics that only other engines use. */
  private void checkStatistics(String name, FieldStorage field) {
    String own =
        ProblemBuilder.reads(
            visible, "reads with conditions on \"%s\" and aggregates of it fail".formatted(name));
    if (!attempt(ProblemBuilder.severity(visible), own, () -> fragment.statistics(field))) {
      return;
    }
    String others = "aggregates of \"%s\" fail in other engines".formatted(name);
    FragmentTables tables = fragment.tables();
    int i = field.index();
    attempt(
        Severity.WARNING,
        others,
        () -> {
          tables.bounds(TableKind.MINS, i);
          tables.bounds(TableKind.MAXES, i);
          tables.numbers(TableKind.SUMS, i);
          tables.numbers(TableKind.NULL_COUNTS, i);
        });
  }

  private void checkFragmentStatistics() {
    if (fragment.version().hasFragmentStatistics() && fragment.footer().fragmentStatistics() != 0) {
      fields.forEach(
          (name, field) ->
              attempt(
                  ProblemBuilder.severity(visible),
                  ProblemBuilder.reads(visible, "aggregates of \"%s\" fail".formatted(name)),
                  () -> fragment.fragmentStatistics(field)));
    }
  }

  private boolean attempt(Severity severity, String consequence, ProblemCollector.Check check) {
    return array
        .problems()
        .attempt(
            severity,
            file,
            consequence,
            "restore the fragment from a copy, or quarantine it (azulejo repair --quarantine)",
            check);
  }
}
