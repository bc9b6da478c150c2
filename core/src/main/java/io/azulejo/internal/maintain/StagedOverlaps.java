package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.Staged;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Detects parts of one commit that have cells at the same coordinates. None of these cells would be
 * a defined winner.
 *
 * <p>Compares bounding boxes first. If two boxes overlap in a sparse array without duplicates,
 * counts the cells in their intersection: for each fragment alone, then for both together. Cells at
 * the same coordinates count once, so a smaller total shows that coordinates are shared.
 */
final class StagedOverlaps {
  /** With more overlapping pairs per fragment than this, reads all fragments together first. */
  private static final int FEW_PAIRS = 2;

  private final WritableArray array;
  private final ArraySchema schema;
  private final List<Staged> parts;
  private final StagedFiles files;
  private final Resources resources;
  private final Map<FragmentName, Fragment> loaded = new HashMap<>();

  /** The bounding box of a fragment, with the index of its part. */
  private record Box(int part, FragmentName name, NDRange box) {}

  /** Two fragments from different parts whose bounding boxes overlap. */
  private record Pair(Box first, Box second) {}

  /**
   * Creates a check of staged parts.
   *
   * @param parts the parts of one commit, one per writer
   * @param files opens the fragments of the parts
   */
  StagedOverlaps(WritableArray array, List<Staged> parts, StagedFiles files, Resources resources) {
    this.array = array;
    this.schema = array.schema().schema();
    this.parts = parts;
    this.files = files;
    this.resources = resources;
  }

  /**
   * Rejects parts that have cells at the same coordinates.
   *
   * @param distinct whether the caller knows that no two parts of a sparse array share coordinates
   * @throws InvalidRequestException if fragments of two parts overlap; the message names them
   */
  void refuse(boolean distinct) {
    boolean comparesCells = !schema.isDense();
    if (comparesCells && (distinct || schema.allowsDuplicates())) {
      return;
    }
    List<Pair> pairs = pairs(boxes());
    if (!comparesCells && !pairs.isEmpty()) {
      Pair pair = pairs.get(0);
      throw refused(
          "fragments %s and %s of two parts overlap; write each cell of a dense array in one part"
              .formatted(pair.first().name(), pair.second().name()));
    }
    components(pairs).forEach(this::refuseDuplicates);
  }

  private List<Box> boxes() {
    List<Box> boxes = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      for (Staged.Part fragment : parts.get(part).fragments()) {
        NDRange box = fragment.box().orElse(null);
        if (box == null || !fits(box)) {
          throw refused(
              "the bounding box of the staged fragment %s does not match the dimensions of the array"
                  .formatted(fragment.name()));
        }
        boxes.add(new Box(part, fragment.name(), box));
      }
    }
    return boxes;
  }

  private boolean fits(NDRange box) {
    List<Dimension> dimensions = schema.dimensions();
    if (box.size() != dimensions.size()) {
      return false;
    }
    for (int d = 0; d < box.size(); d++) {
      Class<? extends Range> kind =
          dimensions.get(d).isVar()
              ? Range.Strings.class
              : dimensions.get(d).type().isFloatingPoint()
                  ? Range.Doubles.class
                  : Range.Longs.class;
      if (!kind.isInstance(box.get(d))) {
        return false;
      }
    }
    return true;
  }

  /** Finds the overlapping pairs of boxes with a sweep along the first dimension. */
  private List<Pair> pairs(List<Box> boxes) {
    List<Box> sorted = new ArrayList<>(boxes);
    sorted.sort((a, b) -> NonEmptyDomain.compareLows(schema, a.box(), b.box()));
    List<Box> open = new ArrayList<>();
    List<Pair> pairs = new ArrayList<>();
    for (Box box : sorted) {
      open.removeIf(earlier -> NonEmptyDomain.isBefore(schema, earlier.box(), box.box()));
      for (Box earlier : open) {
        if (earlier.part() != box.part()
            && NonEmptyDomain.overlap(schema, earlier.box(), box.box())) {
          pairs.add(new Pair(earlier, box));
        }
      }
      open.add(box);
    }
    return pairs;
  }

  /** Groups the pairs into connected components of fragments. */
  private static List<List<Pair>> components(List<Pair> pairs) {
    Map<FragmentName, FragmentName> above = new HashMap<>();
    for (Pair pair : pairs) {
      above.put(root(above, pair.first().name()), root(above, pair.second().name()));
    }
    Map<String, List<Pair>> components = new TreeMap<>();
    for (Pair pair : pairs) {
      components
          .computeIfAbsent(root(above, pair.first().name()).text(), name -> new ArrayList<>())
          .add(pair);
    }
    return List.copyOf(components.values());
  }

  private static FragmentName root(Map<FragmentName, FragmentName> above, FragmentName name) {
    FragmentName root = name;
    while (!above.getOrDefault(root, root).equals(root)) {
      FragmentName next = above.get(root);
      above.put(root, above.getOrDefault(next, next));
      root = next;
    }
    return root;
  }

  private void refuseDuplicates(List<Pair> pairs) {
    List<FragmentName> names =
        pairs.stream()
            .flatMap(pair -> List.of(pair.first().name(), pair.second().name()).stream())
            .distinct()
            .toList();
    List<Fragment> fragments = files.load(names);
    for (Fragment fragment : fragments) {
      loaded.put(fragment.name(), fragment);
    }
    if (pairs.size() > FEW_PAIRS * names.size()) {
      long cells = fragments.stream().mapToLong(Fragment::writtenCells).sum();
      if (count(fragments, Subarray.ALL) == cells) {
        return;
      }
    }
    pairs.forEach(this::refuseDuplicates);
  }

  private void refuseDuplicates(Pair pair) {
    Fragment first = loaded.get(pair.first().name());
    Fragment second = loaded.get(pair.second().name());
    NDRange common = NonEmptyDomain.common(schema, pair.first().box(), pair.second().box());
    Subarray where = Subarray.of(schema.dimensions(), common);
    long alone = count(List.of(first), where);
    long both = alone == 0 ? 0 : count(List.of(second), where);
    if (both > 0 && count(List.of(first, second), where) < alone + both) {
      throw refused(
          "fragments %s and %s of two parts have cells at the same coordinates, within %s; write each cell in one part"
              .formatted(first.name(), second.name(), common.ranges()));
    }
  }

  /** Counts the cells in a part of the domain. Cells at the same coordinates count once. */
  private long count(List<Fragment> fragments, Subarray where) {
    Snapshot snapshot = files.snapshot(fragments);
    return ReadPlanner.aggregate(
            snapshot,
            ReadRequest.ALL.subarray(where),
            Aggregation.of(List.of(Aggregate.count())),
            new ReadScope(array.storage(), resources))
        .column(0)
        .getLong(0);
  }

  private InvalidRequestException refused(String reason) {
    return new InvalidRequestException(
        reason + "; nothing was committed", array.location().toString());
  }
}
