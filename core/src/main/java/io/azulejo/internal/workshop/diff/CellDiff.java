package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the cells of two arrays, by the attributes that both have. */
final class CellDiff {
  /** A batch takes one part in so many of the memory; four batches exist at once. */
  private static final int PARTS = 16;

  private final Snapshot first;
  private final Snapshot second;
  private final MaintenanceScope scope;
  private final List<String> attributes = new ArrayList<>();

  private CellDiff(Snapshot first, Snapshot second, MaintenanceScope scope) {
    this.first = first;
    this.second = second;
    this.scope = scope;
    for (Attribute a : first.schema().schema().attributes()) {
      second
          .schema()
          .schema()
          .attribute(a.name())
          .filter(b -> a.type() == b.type() && a.cellValNum() == b.cellValNum())
          .ifPresent(b -> attributes.add(b.name()));
    }
  }

  /** Compares the cells of two arrays; not if their dimensions differ. */
  static ArrayDifference.Cells of(
      Snapshot first, Snapshot second, int limit, MaintenanceScope scope) {
    CellDiff diff = new CellDiff(first, second, scope);
    return diff.obstacle()
        .map(ArrayDifference.Cells::notCompared)
        .orElseGet(() -> diff.compare(limit));
  }

  private Optional<String> obstacle() {
    ArraySchema a = first.schema().schema();
    ArraySchema b = second.schema().schema();
    if (a.isDense() != b.isDense()) {
      return Optional.of("one array is dense, the other one sparse");
    }
    if (a.dimensions().size() != b.dimensions().size()) {
      return Optional.of(
          "one array has %d dimensions, the other one %d"
              .formatted(a.dimensions().size(), b.dimensions().size()));
    }
    for (int d = 0; d < a.dimensions().size(); d++) {
      Dimension ofA = a.dimensions().get(d);
      Dimension ofB = b.dimensions().get(d);
      if (!ofA.name().equals(ofB.name()) || ofA.type() != ofB.type()) {
        return Optional.of(
            "dimension %d is \"%s\" of %s in one array, \"%s\" of %s in the other one"
                .formatted(d + 1, ofA.name(), ofA.type(), ofB.name(), ofB.type()));
      }
    }
    if (a.isDense() && attributes.isEmpty()) {
      return Optional.of("the arrays have no attribute of the same name and type in common");
    }
    return Optional.empty();
  }

  private ArrayDifference.Cells compare(int limit) {
    CellLog log = new CellLog(attributes, limit, enumerations(first), enumerations(second));
    if (first.schema().schema().isDense()) {
      new DenseDiff(this, log).run();
    } else {
      new SparseDiff(this, log).run();
    }
    return log.found();
  }

  private Map<String, Enumeration> enumerations(Snapshot array) {
    Map<String, Enumeration> enumerations = new HashMap<>();
    for (String name : attributes) {
      array
          .schema()
          .schema()
          .attribute(name)
          .flatMap(Attribute::enumeration)
          .ifPresent(e -> enumerations.put(name, array.enumeration(e)));
    }
    return enumerations;
  }

  Snapshot first() {
    return first;
  }

  Snapshot second() {
    return second;
  }

  MaintenanceScope scope() {
    return scope;
  }

  /** The attributes that are compared. */
  List<String> attributes() {
    return attributes;
  }

  /** Begins to read one of the arrays. */
  CellCursor read(Snapshot array, ReadRequest request, int coordinates) {
    return new CellCursor(
        ReadPlanner.read(array, request, scope.reading(array.storage(), PARTS)), coordinates);
  }

  /** Reports progress. */
  void advanced(CellLog log, long total) {
    scope.progress().advanced(log.seenOfFirst(), total);
  }
}
