package io.azulejo;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.maintain.Deletion;
import io.azulejo.internal.maintain.PreparedDeletion;
import io.azulejo.internal.maintain.StagedCommit;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.ValueLookup;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.CellWriter;
import io.azulejo.internal.write.scattered.StoredCells;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts writes to arrays, and commits and discards staged fragments. */
final class Writing {
  private Writing() {}

  static ArrayWriter begin(Engine engine, Location location, WriteRequest request, long time) {
    WritableArray array = engine.writable(location);
    LabelWrites labels =
        new LabelWrites(
            array,
            request.subarray(),
            own -> WritableArray.open(engine.changing(own), own, array.key()),
            (own, part) -> cells(engine, own, part, time));
    return new ArrayWriter(array, cells(engine, array, request, time), labels, engine.tasks());
  }

  private static CellWriter cells(
      Engine engine, WritableArray array, WriteRequest request, long time) {
    Resources resources = engine.resources().withProgress(request.progress());
    ValueLookup stored =
        new ValueLookup(
            () ->
                Snapshot.open(
                    array.storage(),
                    array.location(),
                    TimeRange.until(time),
                    array.key(),
                    engine.tasks()),
            read -> new ReadScope(array.storage(), engine.resources(), read));
    return CellWriter.of(
        array, request, time, resources, stored::at, () -> stored(engine, array, time));
  }

  /** Returns the cells of a dense array as of a time, in the form of its latest schema. */
  private static StoredCells stored(Engine engine, WritableArray array, long time) {
    Snapshot snapshot =
        Snapshot.open(
                array.storage(),
                array.location(),
                TimeRange.until(time),
                array.key(),
                engine.tasks())
            .withSchema(array.schema());
    List<Dimension> dimensions = array.schema().schema().dimensions();
    List<String> attributes =
        array.schema().schema().attributes().stream().map(Attribute::name).toList();
    return new StoredCells() {
      @Override
      public BatchReader read(NDRange box) {
        ReadRequest request = request(box);
        return ReadPlanner.read(snapshot, request, scope(request));
      }

      @Override
      public double bytesPerCell(NDRange box) {
        ReadRequest request = request(box);
        return ReadPlanner.bytesPerCell(snapshot, request, scope(request));
      }

      private ReadRequest request(NDRange box) {
        return ReadRequest.ALL
            .select(attributes)
            .subarray(Subarray.of(dimensions, box))
            .layout(Layout.GLOBAL_ORDER);
      }

      private ReadScope scope(ReadRequest request) {
        return new ReadScope(array.storage(), engine.resources(), request);
      }
    };
  }

  /**
   * Commits staged fragments. Runs {@code before} after all checks, immediately before the commit.
   */
  static CommitResult commit(
      Engine engine,
      Location location,
      List<StagedFragments> parts,
      CommitOptions options,
      Runnable before) {
    WritableArray array = engine.writable(location);
    StagedCommit.Outcome outcome =
        StagedCommit.commit(
            array,
            parts.stream().map(StagedFragments::staged).toList(),
            options.id(),
            options.snapshot().map(SnapshotToken::names),
            options.hasDistinctCells(),
            () -> options.deletion().flatMap(deletion -> deletion(engine, array, deletion, parts)),
            engine.resources(),
            files -> {
              before.run();
              Seals.join(array.storage(), files);
            });
    return new Committed(outcome.fragments(), outcome.now());
  }

  private static Optional<PreparedDeletion> deletion(
      Engine engine,
      WritableArray array,
      CommitOptions.Deletion deletion,
      List<StagedFragments> parts) {
    long time = deletion.time();
    for (StagedFragments part : parts) {
      Optional<TimeRange> written = part.times().filter(times -> times.start() <= time);
      if (written.isPresent()) {
        throw new InvalidRequestException(
            ("cannot delete cells up to time %d in a commit whose own cells have time"
                    + " %d; use an earlier time for the deletion (nothing was committed)")
                .formatted(time, written.get().start()),
            array.location().toString());
      }
    }
    return new Deletion(array, deletion.request(), time, engine.resources()).prepare();
  }

  static List<String> discard(Engine engine, List<StagedFragments> parts) {
    Map<Location, List<FragmentName>> names = new LinkedHashMap<>();
    parts.forEach(
        part ->
            names.computeIfAbsent(part.location(), at -> new ArrayList<>()).addAll(part.names()));
    List<String> committed = new ArrayList<>();
    names.forEach(
        (location, fragments) ->
            committed.addAll(
                StagedCommit.discard(
                    engine.changing(location),
                    location,
                    engine.key(location),
                    fragments,
                    engine.tasks())));
    return List.copyOf(committed);
  }

  private record Committed(List<String> fragments, boolean newlyCommitted) implements CommitResult {
    Committed {
      fragments = List.copyOf(fragments);
    }
  }
}
