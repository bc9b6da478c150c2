package io.azulejo.internal.workshop.diff;

import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.query.Row;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Immutable implementations of the difference types in the public API. */
final class DiffResults {
  private DiffResults() {}

  record Difference(
      List<SchemaPart> schema, List<MetadataKey> metadata, Cells cells, Map<String, Cells> labels)
      implements ArrayDifference {
    Difference {
      schema = List.copyOf(schema);
      metadata = List.copyOf(metadata);
      labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }
  }

  record ComparedCells(
      long same,
      long different,
      long onlyInFirst,
      long onlyInSecond,
      Map<String, Long> byAttribute,
      List<ArrayDifference.Cell> first,
      Optional<String> notCompared)
      implements ArrayDifference.Cells {
    ComparedCells {
      byAttribute = Collections.unmodifiableMap(new LinkedHashMap<>(byAttribute));
      first = List.copyOf(first);
    }

    /** Returns the result for cells that could not be compared. */
    static ComparedCells notCompared(String reason) {
      return new ComparedCells(0, 0, 0, 0, Map.of(), List.of(), Optional.of(reason));
    }
  }

  record DifferentCell(Optional<Row> first, Optional<Row> second, List<String> attributes)
      implements ArrayDifference.Cell {
    DifferentCell {
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(second, "second");
      attributes = List.copyOf(attributes);
    }

    @Override
    public String toString() {
      return first.map(Row::toString).orElse("none")
          + " / "
          + second.map(Row::toString).orElse("none");
    }
  }

  record DifferentKey(String key, Kind kind) implements ArrayDifference.MetadataKey {}

  record DifferentPart(String part, Optional<String> first, Optional<String> second)
      implements ArrayDifference.SchemaPart {
    DifferentPart {
      Objects.requireNonNull(part, "part");
      Objects.requireNonNull(first, "first");
      Objects.requireNonNull(second, "second");
    }

    @Override
    public String toString() {
      return part + ": " + first.orElse("none") + " / " + second.orElse("none");
    }
  }
}
