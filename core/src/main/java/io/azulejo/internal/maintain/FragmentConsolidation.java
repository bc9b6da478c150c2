package io.azulejo.internal.maintain;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.snapshot.EqualMetadata;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.compact.Replacement;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A consolidation of an array's fragments. Repeatedly chooses fragments, merges them and replaces
 * them with the result. Fragments that are written during a run are left for the next run.
 */
public final class FragmentConsolidation {
  private static final List<FragmentName> NONE = List.of();

  private final WritableArray array;
  private final ConsolidationRequest request;
  private final Resources resources;
  private final MergePlanner planning;
  private final EqualMetadata equalMetadata;

  private FragmentConsolidation(
      WritableArray array, ConsolidationRequest request, Resources resources) {
    this.array = array;
    this.request = request;
    this.resources = resources;
    this.planning = new MergePlanner(array, request, resources);
    this.equalMetadata = new EqualMetadata(array.storage(), resources.tasks());
  }

  /**
   * Merges the fragments named in the request. If it names none, merges fragments until nothing is
   * left to merge or the maximum number of merges is reached.
   *
   * @throws InvalidRequestException if the named fragments cannot be merged
   */
  public static ConsolidationReport run(
      WritableArray array, ConsolidationRequest request, Resources resources) {
    FragmentConsolidation consolidation = new FragmentConsolidation(array, request, resources);
    List<ConsolidationReport.Merge> merges =
        request.fragments().isPresent()
            ? consolidation.mergeNamed(request.fragments().get())
            : consolidation.mergeChosen();
    return new MaintenanceResults.Consolidated(MaintenanceMode.FRAGMENTS, merges);
  }

  private List<ConsolidationReport.Merge> mergeChosen() {
    List<ConsolidationReport.Merge> merges = new ArrayList<>();
    Snapshot snapshot = planning.snapshot();
    Set<String> known = new HashSet<>();
    planning.candidates(snapshot.fragments()).stream()
        .filter(planning::isWithinTimes)
        .forEach(candidate -> known.add(candidate.name()));
    while (merges.size() < request.steps() && known.size() > 1) {
      List<MergeCandidate> all = planning.candidates(snapshot.fragments());
      List<MergeCandidate> some = all.stream().filter(c -> known.contains(c.name())).toList();
      Optional<FragmentChoice.Choice> next = planning.next(all, some);
      if (next.isEmpty()) {
        break;
      }
      ConsolidationReport.Merge merge;
      try {
        merge = merge(snapshot, next.get().parts());
      } catch (NotFoundException e) {
        snapshot = reopenWithoutMissing(next.get().parts(), e);
        continue;
      }
      merges.add(merge);
      known.removeAll(merge.inputs());
      if (merge.outputs().size() == 1) {
        known.addAll(merge.outputs()); // merging several outputs would only reproduce them
      }
      snapshot = known.size() > 1 ? planning.snapshot() : snapshot;
    }
    return merges;
  }

  /**
   * Reopens the array after a merge did not find some files. Another process may have consolidated
   * and vacuumed the inputs.
   *
   * @param parts the inputs of the failed merge
   * @throws NotFoundException the cause, if all inputs still exist
   */
  private Snapshot reopenWithoutMissing(List<MergeCandidate> parts, NotFoundException cause) {
    Snapshot now = planning.snapshot();
    Set<String> names = new HashSet<>();
    now.fragments().forEach(fragment -> names.add(fragment.name().text()));
    if (parts.stream().allMatch(part -> names.contains(part.name()))) {
      throw cause;
    }
    return now;
  }

  private ConsolidationReport.Merge merge(Snapshot snapshot, List<MergeCandidate> parts) {
    Set<String> names = new HashSet<>();
    parts.forEach(part -> names.add(part.name()));
    List<Fragment> inputs =
        snapshot.fragments().stream().filter(f -> names.contains(f.name().text())).toList();
    List<FragmentName> replaced = inputs.stream().map(Fragment::name).toList();
    EngineEvent.Started event = EngineEvent.MERGE.begin();
    try (Replacement replacement = Replacement.begin(array, replaced, resources.tasks())) {
      MergeTask task =
          new MergeTask(
              array,
              snapshot,
              inputs,
              request.maxFragmentSize(),
              request.isPurged(),
              equalMetadata,
              resources);
      MergedFragments merged =
          array.schema().schema().isDense() ? DenseMerge.merge(task) : SparseMerge.merge(task);
      commit(replacement, merged);
      if (event != null) {
        long cells = inputs.stream().mapToLong(Fragment::writtenCells).sum();
        event.place(array.location()).files(inputs.size()).bytes(merged.bytes());
        event.tiles(merged.tiles()).cells(cells).done();
      }
      return new MaintenanceResults.Merged(
          replaced.stream().map(FragmentName::text).toList(),
          merged.names().stream().map(FragmentName::text).toList(),
          inputs.stream().mapToLong(MergeCandidate::bytes).sum(),
          merged.bytes(),
          merged.tiles(),
          merged.tilesCopied());
    }
  }

  /**
   * Commits new fragments in place of the inputs. If the commit fails, deletes the new fragments
   * unless they may be committed.
   */
  private void commit(Replacement replacement, MergedFragments merged) {
    if (merged.names().isEmpty()) {
      return;
    }
    try {
      replacement.commit(merged.names());
    } catch (RuntimeException | Error e) {
      for (FragmentName name : replacement.mayBeCommitted() ? NONE : merged.names()) {
        try {
          array.storage().deleteFolder(array.location().resolve(ArrayPaths.fragment(name)));
        } catch (AzulejoException again) {
          e.addSuppressed(again); // the fragment is not visible; garbage collection deletes it
        }
      }
      throw e;
    }
  }

  private List<ConsolidationReport.Merge> mergeNamed(List<String> names) {
    Snapshot snapshot = planning.snapshot();
    return List.of(merge(snapshot, planning.named(snapshot, names)));
  }
}
