package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares the schemas, metadata, cells and labels of two arrays. */
public final class ArrayDiff {
  private ArrayDiff() {}

  /**
   * Returns the differences between two arrays.
   *
   * @param request limits how many differing cells the result contains
   */
  public static ArrayDifference of(
      Snapshot first, Snapshot second, DiffRequest request, Resources resources) {
    return new DiffResults.Difference(
        SchemaDiff.of(first, second),
        metadata(first.metadata(), second.metadata()),
        cells(first, second, request.limit(), resources),
        labels(first, second, request.limit(), resources));
  }

  private static List<ArrayDifference.MetadataKey> metadata(
      Map<String, ArrayMetadataFormat.Entry> first, Map<String, ArrayMetadataFormat.Entry> second) {
    Set<String> keys = new LinkedHashSet<>(first.keySet());
    keys.addAll(second.keySet());
    List<ArrayDifference.MetadataKey> differences = new ArrayList<>();
    for (String key : keys) {
      ArrayMetadataFormat.Entry a = first.get(key);
      ArrayMetadataFormat.Entry b = second.get(key);
      if (a == null) {
        differences.add(
            new DiffResults.DifferentKey(key, ArrayDifference.MetadataKey.Kind.ONLY_IN_SECOND));
      } else if (b == null) {
        differences.add(
            new DiffResults.DifferentKey(key, ArrayDifference.MetadataKey.Kind.ONLY_IN_FIRST));
      } else if (!same(a, b)) {
        differences.add(
            new DiffResults.DifferentKey(key, ArrayDifference.MetadataKey.Kind.DIFFERENT));
      }
    }
    return differences;
  }

  private static boolean same(ArrayMetadataFormat.Entry a, ArrayMetadataFormat.Entry b) {
    return a.type() == b.type()
        && a.count() == b.count()
        && Arrays.equals(a.bytes().toBytes(), b.bytes().toBytes());
  }

  /** Compares the cells of two arrays, unless their dimensions are incompatible. */
  private static ArrayDifference.Cells cells(
      Snapshot first, Snapshot second, int limit, Resources resources) {
    CellDiff diff = new CellDiff(first, second, resources);
    Optional<String> incompatibility = diff.incompatibility();
    if (incompatibility.isPresent()) {
      return DiffResults.ComparedCells.notCompared(incompatibility.get());
    }
    CellLog log = diff.log(limit);
    if (first.schema().schema().isDense()) {
      new DenseDiff(diff, log).run();
    } else {
      new SparseDiff(diff, log).run();
    }
    return log.found();
  }

  private static Map<String, ArrayDifference.Cells> labels(
      Snapshot first, Snapshot second, int limit, Resources resources) {
    Map<String, ArrayDifference.Cells> compared = new LinkedHashMap<>();
    for (DimensionLabel a : first.schema().schema().labels()) {
      for (DimensionLabel b : second.schema().schema().labels()) {
        if (a.name().equals(b.name())) {
          Snapshot labelsOfA = open(first, a, resources);
          Snapshot labelsOfB = open(second, b, resources);
          compared.put(a.name(), cells(labelsOfA, labelsOfB, limit, resources));
        }
      }
    }
    return compared;
  }

  private static Snapshot open(Snapshot array, DimensionLabel label, Resources resources) {
    Location place =
        label.relative() ? array.location().resolve(label.uri()) : Location.of(label.uri());
    return Snapshot.open(array.storage(), place, array.times(), array.key(), resources.tasks());
  }
}
