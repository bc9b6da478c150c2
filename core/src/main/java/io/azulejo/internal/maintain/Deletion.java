package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.condition.NanPayloads;
import io.azulejo.internal.read.condition.NegatedCondition;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.DeletionPlan.Strategy;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Deletes the cells of a sparse array that match a condition and were written no later than a given
 * time. If a stored condition selects exactly these cells, writes only the condition. Otherwise,
 * finds the cells by a read and deletes them with {@link Tombstones} or a {@link DeletingMerge}.
 */
public final class Deletion {
  private final WritableArray array;
  private final DeleteRequest request;
  private final long time;
  private final Resources resources;
  private final Snapshot latest;
  private final List<Fragment> older;
  private final NegatedCondition.Stored stored;

  /**
   * Decides how to delete the cells.
   *
   * @param request the condition, and the fields whose nulls, NaN or missing cells to delete too
   * @param time the timestamp of the deletion (milliseconds since 1970); later cells are kept
   * @throws InvalidRequestException if the array is dense, if the condition does not match its
   *     schema, or if its format version or fragments do not support the deletion
   */
  public Deletion(WritableArray array, DeleteRequest request, long time, Resources resources) {
    if (array.schema().schema().isDense()) {
      throw new InvalidRequestException(
          "cells of a dense array cannot be deleted by a condition; overwrite them, or delete whole fragments",
          array.location().toString());
    }
    requireFields(request, array.schema().schema());
    array.requireVersion(array.writeVersion().hasDeletes(), "delete cells by a condition");
    this.array = array;
    this.request = request;
    this.time = time;
    this.resources = resources;
    this.latest = snapshot(TimeRange.ALL);
    this.older =
        latest.history().fragments(resources.tasks()).stream()
            .filter(fragment -> fragment.name().t1() <= time)
            .toList();
    checkFragments();
    Snapshot before = snapshot(TimeRange.until(time));
    this.stored =
        NegatedCondition.of(
            request,
            latest.schema().schema(),
            latest::enumeration,
            new NanPayloads(
                before,
                read -> ReadPlanner.read(before, read, new ReadScope(array.storage(), resources))),
            this::reasonAgainstStoring);
  }

  private Snapshot snapshot(TimeRange times) {
    return Snapshot.open(array.storage(), array.location(), times, array.key(), resources.tasks());
  }

  /** Returns how {@link #run} deletes the cells, and why. */
  public DeletionPlan plan() {
    return new MaintenanceResults.PlannedDeletion(
        strategy(), strategy() == Strategy.NOTHING ? List.of() : stored.inexact());
  }

  private Strategy strategy() {
    if (stored.kept().isEmpty()) {
      return Strategy.NOTHING;
    }
    if (stored.inexact().isEmpty()) {
      return Strategy.CONDITION;
    }
    return array.schema().schema().allowsDuplicates() ? Strategy.REWRITE : Strategy.COORDINATES;
  }

  /**
   * Deletes the cells.
   *
   * @return the name of the committed deletion; empty if no cell matches and nothing was written
   */
  public Optional<String> run() {
    if (strategy() == Strategy.CONDITION) {
      return stored.kept().map(kept -> Commit.deletion(array, kept, time));
    }
    if (strategy() == Strategy.REWRITE) {
      return DeletingMerge.run(array, latest, request.condition(), time, resources);
    }
    Optional<PreparedDeletion> prepared = prepare();
    prepared.ifPresent(this::commit);
    return prepared.map(PreparedDeletion::name);
  }

  private void commit(PreparedDeletion deletion) {
    try {
      Commit.fragments(array, deletion.fragments(), Optional.of(deletion.entry()));
    } catch (RuntimeException | Error e) {
      deletion.discardAfter(e, array);
      throw e;
    }
  }

  /**
   * Prepares a deletion that can be committed together with new cells. The caller must commit or
   * discard it.
   *
   * @return the prepared deletion; empty if no cell matches
   * @throws InvalidRequestException if the deletion would have to rewrite fragments
   */
  public Optional<PreparedDeletion> prepare() {
    switch (strategy()) {
      case NOTHING:
        return Optional.empty();
      case CONDITION:
        ConditionNode kept = stored.kept().orElseThrow();
        return Optional.of(
            new PreparedDeletion(List.of(), Commit.deletionEntry(array, kept, time)));
      case REWRITE:
        throw new InvalidRequestException(
            "cells of an array with duplicates cannot be deleted by this condition in the commit of other cells, because %s; delete them on their own first, and then commit"
                .formatted(stored.inexact().get(0)),
            array.location().toString());
      default:
        return tombstones();
    }
  }

  private Optional<PreparedDeletion> tombstones() {
    var entry =
        Commit.deletionEntry(array, NegatedCondition.keepingAll(array.schema().schema()), time);
    List<FragmentName> fragments =
        Tombstones.write(
            array,
            snapshot(TimeRange.until(time)).withSchema(array.schema()),
            request.condition(),
            time,
            entry.file(),
            fragmentsAtSameTime(),
            resources);
    return fragments.isEmpty()
        ? Optional.empty()
        : Optional.of(new PreparedDeletion(fragments, entry));
  }

  /**
   * Returns the fragments whose cells all have the timestamp of the deletion.
   *
   * @throws InvalidRequestException if a fragment begins at that time but ends later
   */
  private List<FragmentName> fragmentsAtSameTime() {
    List<FragmentName> names =
        older.stream().map(Fragment::name).filter(n -> n.t1() == time).toList();
    for (FragmentName name : names) {
      if (name.t2() > time) {
        throw new InvalidRequestException(
            "cannot delete by coordinates at %d: fragment %s has cells from then on; delete at %d"
                .formatted(time, name, name.t2()),
            array.location().toString());
      }
    }
    return names;
  }

  /** Rejects a request that deletes nulls, NaN or missing cells of a field that does not exist. */
  private static void requireFields(DeleteRequest request, ArraySchema schema) {
    List<String> fields =
        Stream.concat(
                schema.dimensions().stream().map(Dimension::name),
                schema.attributes().stream().map(Attribute::name))
            .toList();
    Stream.of(request.nulls(), request.missing(), request.nan())
        .flatMap(Set::stream)
        .filter(name -> !fields.contains(name))
        .sorted()
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidRequestException(
                  "cannot also delete nulls, NaN or cells without the field \"%s\": the array has no such field; %s"
                      .formatted(
                          name,
                          Suggestion.of(name, fields)
                              .map("did you mean \"%s\"?"::formatted)
                              .orElse(Suggestion.valid(fields))));
            });
  }

  private void checkFragments() {
    for (Fragment fragment : older) {
      FragmentName name = fragment.name();
      if (!name.version().isVisibleIfTimesOverlap() && name.t2() >= time) {
        throw new InvalidRequestException(
            "cannot delete at %d: the cells of fragment %s (version %s) have no times of their own; delete after %d"
                .formatted(time, name, name.version(), name.t2()),
            array.location().toString());
      }
    }
  }

  /**
   * Returns the reason why a condition on an attribute cannot be stored; empty if it can. A stored
   * condition must not delete all cells of a fragment that lacks the attribute, or make the array
   * unreadable at times when the attribute did not exist.
   */
  private Optional<String> reasonAgainstStoring(String attribute) {
    Attribute wanted = latest.schema().schema().attribute(attribute).orElseThrow();
    for (var schema : latest.history().schemasFrom(time)) {
      if (!has(schema.schema(), wanted)) {
        return Optional.of(
            "at %d the array had no field \"%s\", and a stored condition with that field would make it unreadable as of then"
                .formatted(time, attribute));
      }
    }
    List<Fragment> without =
        older.stream().filter(fragment -> fragment.field(attribute).isEmpty()).toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String first = "fragment " + without.get(0).name();
    return Optional.of(
        without.size() == 1
            ? "%s lacks the field \"%s\", and a stored condition would delete all of its cells"
                .formatted(first, attribute)
            : "%s and %d more lack the field \"%s\", and a stored condition would delete all of their cells"
                .formatted(first, without.size() - 1, attribute));
  }

  private static boolean has(ArraySchema schema, Attribute wanted) {
    return schema
        .attribute(wanted.name())
        .filter(a -> a.type() == wanted.type() && a.cellValNum() == wanted.cellValNum())
        .isPresent();
  }
}
