package io.azulejo.internal.workshop.advise;

import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;

/** Immutable implementations of the advice types in the public API. */
final class AdviceResults {
  private AdviceResults() {}

  record Advised(
      long cells,
      long sampledCells,
      long sampledBytes,
      int places,
      List<FieldFilters> filters,
      Optional<Checksums> checksums,
      List<TileTrial> tiles,
      long fragments,
      List<String> notes,
      RepackRequest recommended,
      boolean changes)
      implements Advice {
    Advised {
      filters = List.copyOf(filters);
      tiles = List.copyOf(tiles);
      notes = List.copyOf(notes);
    }
  }

  record TriedField(
      String field, boolean shared, long unfiltered, List<Advice.FilterTrial> trials, int best)
      implements Advice.FieldFilters {
    TriedField {
      trials = List.copyOf(trials);
    }
  }

  record TriedFilters(FilterPipeline filters, long bytes, double decodedPerSecond)
      implements Advice.FilterTrial {}

  record TriedTiles(
      RepackRequest layout,
      String text,
      long cellsPerTile,
      double tilesPerBox,
      double tilesPerSlice,
      double boxPart,
      double cost,
      boolean current,
      boolean best)
      implements Advice.TileTrial {
    TriedTiles asBest() {
      return new TriedTiles(
          layout, text, cellsPerTile, tilesPerBox, tilesPerSlice, boxPart, cost, current, true);
    }
  }

  record TriedChecksums(List<String> fields, List<Advice.FilterTrial> trials)
      implements Advice.Checksums {
    TriedChecksums {
      fields = List.copyOf(fields);
      trials = List.copyOf(trials);
    }
  }
}
