package io.azulejo.internal.workshop.repack;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.maintain.CoordinateRanges;
import io.azulejo.internal.maintain.DenseRegions;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A check that a narrower domain contains all cells of an array. */
final class NarrowedDomain {
  private final Snapshot array;
  private final ArraySchema schema;
  private final Resources resources;

  private NarrowedDomain(Snapshot array, Resources resources) {
    this.array = array;
    this.schema = array.schema().schema();
    this.resources = resources;
  }

  /**
   * Checks that the domain of a new schema contains all cells of an array.
   *
   * @throws InvalidRequestException if it does not contain a cell; the message names the cell
   */
  static void requireAllCells(Snapshot array, ArraySchema after, Resources resources) {
    NarrowedDomain check = new NarrowedDomain(array, resources);
    for (int d = 0; d < after.dimensions().size(); d++) {
      Optional<Range> domain = after.dimensions().get(d).domain();
      if (!domain.equals(check.schema.dimensions().get(d).domain())) {
        check.requireAllCells(d, domain.orElseThrow());
      }
    }
  }

  private void requireAllCells(int d, Range domain) {
    Dimension dimension = schema.dimensions().get(d);
    for (Range outside : CoordinateRanges.outside(dimension.type(), inUse(d, dimension), domain)) {
      Optional<String> cell = schema.isDense() ? written(d, outside) : stored(d, outside);
      if (cell.isPresent()) {
        throw new InvalidRequestException(
            "the domain %s of dimension \"%s\" excludes the cell at %s; choose a domain with all cells, or delete the cells outside of it first"
                .formatted(
                    CoordinateRanges.text(dimension.type(), domain), dimension.name(), cell.get()),
            array.location().toString());
      }
    }
  }

  /** Returns the range of possible coordinates: the current domain if present, or the domain. */
  private Range inUse(int d, Dimension dimension) {
    return schema
        .currentDomain()
        .map(box -> box.get(d))
        .or(dimension::domain)
        .orElseThrow(IllegalStateException::new);
  }

  /** Describes a written cell of a dense array in a range of one dimension; empty if none. */
  private Optional<String> written(int d, Range outside) {
    for (NDRange box : DenseRegions.of(schema, array.fragments()).ranges()) {
      Optional<Range> part =
          CoordinateRanges.common(schema.dimensions().get(d).type(), box.get(d), outside);
      if (part.isPresent()) {
        List<Range> cell = new ArrayList<>(box.ranges());
        cell.set(d, part.get());
        List<Range> first = new ArrayList<>();
        for (Range range : cell) {
          long low = ((Range.Longs) range).low();
          first.add(Range.of(low, low));
        }
        return cell(Subarray.of(schema.dimensions(), new NDRange(first)));
      }
    }
    return Optional.empty();
  }

  /** Describes a cell of a sparse array in a range of one dimension; empty if none. */
  private Optional<String> stored(int d, Range outside) {
    return cell(Subarray.of(schema.dimensions().get(d).name(), outside));
  }

  private Optional<String> cell(Subarray part) {
    ReadRequest request =
        ReadRequest.ALL
            .select(schema.dimensions().stream().map(Dimension::name).toList())
            .subarray(part)
            .layout(schema.isDense() ? Layout.ROW_MAJOR : Layout.UNORDERED)
            .limit(1);
    try (BatchReader in =
        ReadPlanner.read(array, request, new ReadScope(array.storage(), resources))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        if (batch.rows() > 0) {
          return Optional.of(CoordinateRanges.firstCell(schema.dimensions(), batch));
        }
      }
    }
    return Optional.empty();
  }
}
