package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
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

/** A comparison of the cells of two arrays by their common attributes. */
final class CellDiff {
  /** Inverse of a batch's share of the memory budget. Up to four batches exist at the same time. */
  private static final int PARTS = 16;

  private final Snapshot first;
  private final Snapshot second;
  private final Resources resources;
  private final List<String> attributes = new ArrayList<>();

  CellDiff(Snapshot first, Snapshot second, Resources resources) {
    this.first = first;
    this.second = second;
    this.resources = resources;
    for (Attribute a : first.schema().schema().attributes()) {
      second
          .schema()
          .schema()
          .attribute(a.name())
          .filter(b -> a.type() == b.type() && a.cellValNum() == b.cellValNum())
          .ifPresent(b -> attributes.add(b.name()));
    }
  }

  /** Returns the reason why the cells cannot be compared; empty if they can. */
  Optional<String> incompatibility() {
    ArraySchema a = first.schema().schema();
    ArraySchema b = second.schema().schema();
    if (a.isDense() != b.isDense()) {
      return Optional.of("one array is dense, and the other is sparse");
    }
    if (a.dimensions().size() != b.dimensions().size()) {
      return Optional.of(
          "the first array has %d dimensions, and the second has %d"
              .formatted(a.dimensions().size(), b.dimensions().size()));
    }
    for (int d = 0; d < a.dimensions().size(); d++) {
      Dimension ofA = a.dimensions().get(d);
      Dimension ofB = b.dimensions().get(d);
      if (!ofA.name().equals(ofB.name()) || ofA.type() != ofB.type()) {
        return Optional.of(
            "dimension %d is \"%s\" (%s) in the first array, and \"%s\" (%s) in the second"
                .formatted(d + 1, ofA.name(), ofA.type(), ofB.name(), ofB.type()));
      }
    }
    if (a.isDense() && attributes.isEmpty()) {
      return Optional.of("the arrays share no attribute with the same name and type");
    }
    return Optional.empty();
  }

  /** Creates an empty log that keeps at most {@code limit} differing cells. */
  CellLog log(int limit) {
    return new CellLog(attributes, limit, enumerations(first), enumerations(second));
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

  Resources resources() {
    return resources;
  }

  /** Returns the names of the compared attributes. */
  List<String> attributes() {
    return attributes;
  }

  /**
   * Starts a read of one of the arrays. The caller must close the cursor.
   *
   * @param coordinates the number of leading coordinate columns in the result
   */
  CellCursor read(Snapshot array, ReadRequest request, int coordinates) {
    return new CellCursor(
        ReadPlanner.read(
            array, request, new ReadScope(array.storage(), resources, resources.batchBytes(PARTS))),
        coordinates);
  }

  /**
   * Reports how many cells of the first array were compared.
   *
   * @param total the expected number of cells in the first array
   */
  void advanced(CellLog log, long total) {
    resources.progress().advanced(log.comparedInFirst(), total);
  }
}
