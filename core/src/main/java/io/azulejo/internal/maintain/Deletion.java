package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.condition.NanPayloads;
import io.azulejo.internal.read.condition.NegatedCondition;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.NameList;
import io.azulejo.internal.runtime.Suggestion;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Deletes cells of sparse arrays by a condition. */
public final class Deletion {
  private final WritableArray array;
  private final long time;
  private final Snapshot latest;
  private final List<Fragment> older;

  private Deletion(WritableArray array, long time, Tasks tasks) {
    this.array = array;
    this.time = time;
    this.latest = snapshot(TimeRange.ALL, tasks);
    this.older =
        latest.history().fragments(tasks).stream()
            .filter(fragment -> fragment.name().t1() <= time)
            .toList();
  }

  private Snapshot snapshot(TimeRange times, Tasks tasks) {
    return Snapshot.open(array.storage(), array.location(), times, array.key(), tasks);
  }

  /**
   * Deletes cells that were written up to a time.
   *
   * @param scopes makes the scope of a read, for conditions that need cells to be read
   * @return the name of the deletion; empty if no cell can meet the condition, so that nothing is
   *     written
   * @throws InvalidRequestException if the array cannot have such a deletion, or it would delete
   *     other cells, too
   */
  public static Optional<String> delete(
      WritableArray array,
      DeleteRequest request,
      long time,
      Tasks tasks,
      Function<ReadRequest, ReadScope> scopes) {
    return kept(array, request, time, tasks, scopes)
        .map(node -> Commit.deletion(array, node, time));
  }

  /**
   * Which cells stay, when those that were written up to a time are deleted.
   *
   * @param scopes as of {@link #delete}
   * @return empty if no cell can meet the condition
   * @throws InvalidRequestException if the array cannot have such a deletion, or it would delete
   *     other cells, too
   */
  public static Optional<ConditionNode> kept(
      WritableArray array,
      DeleteRequest request,
      long time,
      Tasks tasks,
      Function<ReadRequest, ReadScope> scopes) {
    if (array.schema().schema().isDense()) {
      throw new InvalidRequestException(
          "cells of a dense array cannot be deleted by a condition: write other values over them, or delete fragments",
          array.location().toString());
    }
    requireFields(request, array.schema().schema());
    array.requireVersion(array.writeVersion().hasDeletes(), "delete cells by a condition");
    Deletion deletion = new Deletion(array, time, tasks);
    deletion.checkFragments();
    Snapshot before = deletion.snapshot(TimeRange.until(time), tasks);
    NanPayloads nan =
        new NanPayloads(before, read -> ReadPlanner.read(before, read, scopes.apply(read)));
    return NegatedCondition.of(
        request,
        deletion.latest.schema().schema(),
        deletion.latest::enumeration,
        nan,
        deletion::lacking);
  }

  /** Refuses unknown fields among those whose nulls, NaN or missing cells may be deleted, too. */
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
                  "the array has no field \"%s\" of which nulls, NaN or cells without it could go, too: %s"
                      .formatted(
                          name,
                          Suggestion.of(name, fields)
                              .map("did you mean \"%s\"?"::formatted)
                              .orElse(NameList.thereAre(fields))));
            });
  }

  private void checkFragments() {
    for (Fragment fragment : older) {
      FragmentName name = fragment.name();
      if (!name.version().countsWhenOverlapping() && name.t2() >= time) {
        throw new InvalidRequestException(
            "cannot delete at %d: the cells of fragment %s, of version %s, have no times of their own; delete after %d"
                .formatted(time, name, name.version(), name.t2()),
            array.location().toString());
      }
    }
  }

  /** Describes the fragments, of those that the deletion affects, that lack an attribute. */
  private Optional<String> lacking(String attribute) {
    Attribute wanted = latest.schema().schema().attribute(attribute).orElseThrow();
    for (var schema : latest.history().schemasFrom(time)) {
      if (!has(schema.schema(), wanted)) {
        throw new InvalidRequestException(
            "cannot delete at %d by \"%s\": the array had no such field then, and could not be read as of then any more; delete at a later time"
                .formatted(time, attribute),
            array.location().toString());
      }
    }
    List<Fragment> without =
        older.stream().filter(fragment -> fragment.field(attribute).isEmpty()).toList();
    if (without.isEmpty()) {
      return Optional.empty();
    }
    String first = "fragment " + without.get(0).name();
    return Optional.of(
        without.size() == 1 ? first : first + " and %d more".formatted(without.size() - 1));
  }

  private static boolean has(ArraySchema schema, Attribute wanted) {
    return schema
        .attribute(wanted.name())
        .filter(a -> a.type() == wanted.type() && a.cellValNum() == wanted.cellValNum())
        .isPresent();
  }
}
