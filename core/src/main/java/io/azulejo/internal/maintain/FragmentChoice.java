package io.azulejo.internal.maintain;

import io.azulejo.internal.read.request.NonEmptyDomain;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the fragments to merge next. A choice is a run of fragments that are consecutive in time
 * and satisfy the size and count limits of the request. A chosen merge never changes the result of
 * a read. Limits are applied in the same way as in the reference engine.
 */
final class FragmentChoice {
  /** A later run is preferred to an earlier one only if it is smaller by at least this factor. */
  private static final double MIN_SIZE_RATIO = 1.25;

  private final ArraySchema schema;
  private final boolean keepsTimes;
  private final ConsolidationRequest request;

  /**
   * Creates a chooser for an array.
   *
   * @param keepsTimes whether merged fragments store a timestamp per cell
   * @param request the size, count and amplification limits
   */
  FragmentChoice(ArraySchema schema, boolean keepsTimes, ConsolidationRequest request) {
    this.schema = schema;
    this.keepsTimes = keepsTimes;
    this.request = request;
  }

  /**
   * The fragments to merge next.
   *
   * @param parts the fragments, oldest first
   * @param reason why they were chosen, for plans
   */
  record Choice(List<MergeCandidate> parts, String reason) {}

  /**
   * Chooses the next merge; empty if no merge is left.
   *
   * @param all the visible fragments, oldest first
   * @param candidates the fragments that may be merged, in the same order
   */
  Optional<Choice> next(List<MergeCandidate> all, List<MergeCandidate> candidates) {
    int maxLength = (int) Math.min(request.maxFragments(), candidates.size());
    int minLength = (int) Math.min(request.minFragments(), candidates.size());
    if (maxLength < 2) {
      return Optional.empty();
    }
    int[] longest = new int[candidates.size()];
    for (int from = 0; from < longest.length; from++) {
      longest[from] =
          from + minLength <= longest.length ? longest(all, candidates, from, maxLength) : 1;
    }
    for (int length = maxLength; length >= Math.max(2, minLength); length--) {
      Optional<Choice> choice = ofLength(length, longest, all, candidates);
      if (choice.isPresent()) {
        return choice;
      }
    }
    return Optional.empty();
  }

  private Optional<Choice> ofLength(
      int length, int[] longest, List<MergeCandidate> all, List<MergeCandidate> candidates) {
    List<MergeCandidate> best = null;
    double minBytes = 0;
    int possible = 0;
    for (int from = 0; from + length <= candidates.size(); from++) {
      List<MergeCandidate> run = candidates.subList(from, from + length);
      if (longest[from] < length || conflict(run, all).isPresent()) {
        continue;
      }
      possible++;
      long bytes = bytes(run);
      if (best == null || bytes < minBytes / MIN_SIZE_RATIO) {
        best = run;
        minBytes = bytes;
      }
    }
    if (best == null) {
      return Optional.empty();
    }
    String reason =
        length == all.size()
            ? "all fragments"
            : length == candidates.size()
                ? "all fragments in the time range"
                : possible == 1
                    ? "the only %d adjacent fragments that can be merged".formatted(length)
                    : "the smallest of %d ways to merge %d adjacent fragments"
                        .formatted(possible, length);
    return Optional.of(new Choice(List.copyOf(best), reason));
  }

  /** Returns the length of the longest run from a candidate that the limits allow. */
  private int longest(
      List<MergeCandidate> all, List<MergeCandidate> candidates, int from, int maxLength) {
    int end = from + 1;
    while (end < candidates.size()
        && end - from < maxLength
        && refusal(all, candidates, from, end).isEmpty()) {
      end++;
    }
    return end - from;
  }

  /** Returns the reason why a run cannot be extended to {@code last}; empty if it can. */
  private Optional<String> refusal(
      List<MergeCandidate> all, List<MergeCandidate> candidates, int from, int last) {
    MergeCandidate before = candidates.get(last - 1);
    MergeCandidate added = candidates.get(last);
    double small = Math.min(before.bytes(), added.bytes());
    double ratio = small / Math.max(1, Math.max(before.bytes(), added.bytes()));
    if (ratio < request.sizeRatio()) {
      return Optional.of(
          "the next fragment, %s, differs in size by a ratio of %.2f (minimum: %s)"
              .formatted(added.name(), ratio, request.sizeRatio()));
    }
    return schema.isDense()
        ? boxRefusal(all, candidates.subList(from, last + 1))
        : Optional.empty();
  }

  /** Returns why the bounding box of dense fragments prevents a merge; empty if it does not. */
  private Optional<String> boxRefusal(List<MergeCandidate> all, List<MergeCandidate> run) {
    Optional<NDRange> box = union(run);
    if (box.isEmpty()) {
      return Optional.of("the bounding box of its cells is unknown");
    }
    for (MergeCandidate older : all) {
      if (older.name().equals(run.get(0).name())) {
        break;
      }
      if (overlap(older.domain(), box)) {
        return Optional.of(
            "merged with %s, it would cover cells of the older fragment %s"
                .formatted(run.get(run.size() - 1).name(), older.name()));
      }
    }
    double cells = cells(box.get(), false);
    double sum = 0;
    for (MergeCandidate part : run) {
      sum += cells(part.domain().orElseThrow(), true);
    }
    double amplification = cells / sum;
    if (amplification > request.amplification()) {
      return Optional.of(
          "merged with %s, it would have %.4g times the cells (maximum amplification: %s)"
              .formatted(run.get(run.size() - 1).name(), amplification, request.amplification()));
    }
    return Optional.empty();
  }

  private double cells(NDRange box, boolean wholeTiles) {
    TileGrid grid = TileGrid.of(schema);
    double cells = 1;
    for (int d = 0; d < box.size(); d++) {
      Range.Longs range = (Range.Longs) box.get(d);
      long low = grid.key(range.low());
      long high = grid.key(range.high());
      cells *=
          wholeTiles
              ? (double) grid.extent(d) * (grid.tile(d, high) - grid.tile(d, low) + 1)
              : unsigned(high - low) + 1;
    }
    return cells;
  }

  private static double unsigned(long value) {
    return (value >>> 1) * 2.0 + (value & 1);
  }

  /** Returns the bounding box of fragments; empty if one of their boxes is unknown. */
  Optional<NDRange> union(List<MergeCandidate> parts) {
    NDRange box = null;
    for (MergeCandidate part : parts) {
      if (part.domain().isEmpty()) {
        return Optional.empty();
      }
      NDRange next = part.domain().get();
      box = box == null ? next : NonEmptyDomain.union(schema, box, next);
    }
    return Optional.ofNullable(box);
  }

  /**
   * Returns the reason why a merge would change the results of reads; empty if it would not.
   * Results can change if the merge moves an input past another fragment that may contain the same
   * cells.
   */
  Optional<String> conflict(List<MergeCandidate> parts, List<MergeCandidate> all) {
    if (!schema.isDense() && schema.allowsDuplicates()) {
      return Optional.empty();
    }
    Optional<NDRange> box = union(parts);
    MergeCandidate merged = MergeCandidate.merged("", parts, box);
    Set<String> names = names(parts);
    for (MergeCandidate other : all) {
      if (!names.contains(other.name()) && conflicts(other, parts, merged)) {
        return Optional.of(
            "the merge would change the order of fragments around %s, which is not merged"
                .formatted(other.name()));
      }
    }
    return Optional.empty();
  }

  private boolean conflicts(
      MergeCandidate other, List<MergeCandidate> parts, MergeCandidate merged) {
    Optional<Boolean> after = merged.isBefore(other);
    for (MergeCandidate part : parts) {
      boolean moves = !after.equals(part.isBefore(other));
      if (moves
          && (!keepsTimes || part.sharesTimes(other))
          && overlap(other.domain(), schema.isDense() ? merged.domain() : part.domain())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether two boxes may have a cell in common; true if a box is unknown. */
  private boolean overlap(Optional<NDRange> a, Optional<NDRange> b) {
    return a.isEmpty() || b.isEmpty() || NonEmptyDomain.overlap(schema, a.get(), b.get());
  }

  /** Returns the reason why explicitly named fragments cannot be merged; empty if they can. */
  Optional<String> refusal(List<MergeCandidate> all, List<MergeCandidate> parts) {
    if (schema.isDense()) {
      Optional<NDRange> box = union(parts);
      MergeCandidate newest = parts.get(parts.size() - 1);
      Set<String> names = names(parts);
      for (MergeCandidate other : all) {
        if (!names.contains(other.name())
            && other.isBefore(newest).orElse(true)
            && overlap(other.domain(), box)) {
          return Optional.of(
              "%s has cells in their common bounding box and is not newer than all of them; merge it, too"
                  .formatted(other.name()));
        }
      }
    }
    return conflict(parts, all);
  }

  /** Returns the reason why a plan does not merge a fragment. */
  String reasonNotMerged(
      List<MergeCandidate> all, List<MergeCandidate> candidates, MergeCandidate fragment) {
    int place = candidates.indexOf(fragment);
    if (place < 0) {
      return "it is not entirely within the time range";
    }
    if (candidates.size() == 1) {
      return "no other fragment can be merged with it";
    }
    int from = place == candidates.size() - 1 ? place - 1 : place;
    Optional<String> refusal = refusal(all, candidates, from, from + 1);
    if (refusal.isEmpty()) {
      refusal = conflict(candidates.subList(from, from + 2), all);
    }
    return refusal.orElse(
        request.maxFragments() < 2
            ? "the maximum number of fragments to merge is %d".formatted(request.maxFragments())
            : "it is not among %d or more adjacent fragments that can be merged"
                .formatted(Math.min(request.minFragments(), candidates.size())));
  }

  private static Set<String> names(List<MergeCandidate> parts) {
    return parts.stream().map(MergeCandidate::name).collect(Collectors.toSet());
  }

  private static long bytes(List<MergeCandidate> run) {
    return run.stream().mapToLong(MergeCandidate::bytes).sum();
  }
}
