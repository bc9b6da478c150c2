package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Plans which fragments of an array a consolidation merges or skips, and states the reasons. */
public final class MergePlanner {
  private final WritableArray array;
  private final ConsolidationRequest request;
  private final Resources resources;
  private final FragmentChoice choice;

  MergePlanner(WritableArray array, ConsolidationRequest request, Resources resources) {
    this.array = array;
    this.request = request;
    this.resources = resources;
    ArraySchema schema = array.schema().schema();
    boolean keepsTimes = !schema.isDense() && array.writeVersion().isVisibleIfTimesOverlap();
    this.choice = new FragmentChoice(schema, keepsTimes, request);
    if (request.maxFragmentSize() != Long.MAX_VALUE) {
      array.requireVersion(
          array.writeVersion().splitsDirectories(),
          "commit several fragments at once, as a limit of the fragment size requires");
    }
  }

  /**
   * Plans all merges of a consolidation without writing.
   *
   * @throws InvalidRequestException if the fragments named in the request cannot be merged
   */
  public static ConsolidationPlan of(
      WritableArray array, ConsolidationRequest request, Resources resources) {
    MergePlanner planning = new MergePlanner(array, request, resources);
    return request.fragments().isPresent()
        ? planning.ofNamed(request.fragments().get())
        : planning.ofChosen();
  }

  /** Opens a snapshot of the array's current state, at all times. */
  Snapshot snapshot() {
    return Snapshot.open(
        array.storage(), array.location(), TimeRange.ALL, array.key(), resources.tasks());
  }

  /** Returns a merge candidate for each fragment, in the same order. */
  List<MergeCandidate> candidates(List<Fragment> fragments) {
    boolean text =
        array.schema().schema().dimensions().stream().anyMatch(dimension -> dimension.isVar());
    return fragments.stream()
        .map(f -> MergeCandidate.of(f, !text || f.version().hasExactStringBounds()))
        .toList();
  }

  /** Returns whether all timestamps of a candidate are in the time range of the request. */
  boolean isWithinTimes(MergeCandidate candidate) {
    return request.times().containsAll(candidate.t1(), candidate.t2());
  }

  /**
   * Chooses the next merge; empty if no merge is left.
   *
   * @param all the visible fragments, oldest first
   * @param some the fragments that may be merged, in the same order
   */
  Optional<FragmentChoice.Choice> next(List<MergeCandidate> all, List<MergeCandidate> some) {
    return choice.next(all, some);
  }

  /**
   * Returns the fragments with the given names, oldest first.
   *
   * @throws InvalidRequestException if one of them does not exist, or if they cannot be merged
   */
  List<MergeCandidate> named(Snapshot snapshot, List<String> names) {
    List<MergeCandidate> all = candidates(snapshot.fragments());
    Set<String> wanted = new LinkedHashSet<>(names);
    List<MergeCandidate> parts = all.stream().filter(c -> wanted.remove(c.name())).toList();
    if (!wanted.isEmpty() || parts.isEmpty()) {
      throw new InvalidRequestException(
          wanted.isEmpty()
              ? "the list of fragments to merge is empty; name at least one"
              : "cannot merge fragment %s: it does not exist; the array has %d others"
                  .formatted(wanted.iterator().next(), all.size()),
          array.location().toString());
    }
    Optional<String> refusal = choice.refusal(all, parts);
    if (refusal.isPresent()) {
      throw new InvalidRequestException(
          "cannot merge these fragments: " + refusal.get(), array.location().toString());
    }
    return parts;
  }

  private ConsolidationPlan ofNamed(List<String> names) {
    Snapshot snapshot = snapshot();
    List<MergeCandidate> parts = named(snapshot, names);
    List<ConsolidationPlan.Skipped> left = new ArrayList<>();
    for (MergeCandidate other : candidates(snapshot.fragments())) {
      if (!names.contains(other.name())) {
        left.add(
            new MaintenanceResults.SkippedFile(
                other.name(), "it is not in the list of fragments to merge"));
      }
    }
    ConsolidationPlan.Step step = step(parts, "the list of fragments to merge");
    return new MaintenanceResults.Plan(MaintenanceMode.FRAGMENTS, List.of(step), left);
  }

  private static ConsolidationPlan.Step step(List<MergeCandidate> parts, String reason) {
    return new MaintenanceResults.PlannedStep(
        parts.stream().map(MergeCandidate::name).toList(),
        parts.stream().mapToLong(MergeCandidate::bytes).sum(),
        reason);
  }

  private ConsolidationPlan ofChosen() {
    List<MergeCandidate> all = candidates(snapshot().fragments());
    List<MergeCandidate> some = all.stream().filter(this::isWithinTimes).toList();
    List<ConsolidationPlan.Step> steps = new ArrayList<>();
    while (steps.size() < request.steps()) {
      Optional<FragmentChoice.Choice> next = choice.next(all, some);
      if (next.isEmpty()) {
        break;
      }
      List<MergeCandidate> parts = next.get().parts();
      steps.add(step(parts, next.get().reason()));
      MergeCandidate merged =
          MergeCandidate.merged("step " + steps.size(), parts, choice.union(parts));
      all = replaced(all, parts, merged);
      some =
          request.maxFragmentSize() < merged.bytes()
              ? some.stream().filter(part -> !parts.contains(part)).toList()
              : replaced(some, parts, merged);
    }
    List<ConsolidationPlan.Skipped> left = new ArrayList<>();
    for (MergeCandidate fragment : all) {
      if (!fragment.planned()) {
        left.add(
            new MaintenanceResults.SkippedFile(
                fragment.name(), choice.reasonNotMerged(all, some, fragment)));
      }
    }
    return new MaintenanceResults.Plan(MaintenanceMode.FRAGMENTS, steps, left);
  }

  private static List<MergeCandidate> replaced(
      List<MergeCandidate> of, List<MergeCandidate> parts, MergeCandidate merged) {
    List<MergeCandidate> after = new ArrayList<>(of);
    after.set(after.indexOf(parts.get(0)), merged);
    after.removeAll(parts);
    return after;
  }
}
