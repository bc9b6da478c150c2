package io.azulejo.internal.write;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one write to a sparse array, or one merge, one after the other: a new one begins
 * where the files of the last one would become too large. For one thread at a time.
 */
final class FragmentSeries implements AutoCloseable {
  private final WritableArray array;
  private final FragmentFields fields;
  private final long t1;
  private final long t2;
  private final long most;
  private final List<FragmentWriter> complete = new ArrayList<>();
  private FragmentWriter current;
  private Location claimed;

  /**
   * Begins the first fragment.
   *
   * @param time the milliseconds since 1970 that the cells are of
   * @param most the bytes of the files of a fragment, unless it has one tile
   */
  FragmentSeries(WritableArray array, WriteScope scope, long time, long most) {
    this(array, FragmentFields.of(array), scope, time, time, most);
  }

  /**
   * Begins the first fragment.
   *
   * @param t1 the first of the times that the cells are of, in milliseconds since 1970
   * @param t2 the last of them
   * @param most the bytes of the files of a fragment, unless it has one tile
   */
  FragmentSeries(
      WritableArray array, FragmentFields fields, WriteScope scope, long t1, long t2, long most) {
    this.array = array;
    this.fields = fields;
    this.t1 = t1;
    this.t2 = t2;
    this.most = most;
    this.current = new FragmentWriter(array, fields, newName(), scope);
  }

  private FragmentName newName() {
    return FragmentName.create(t1, t2, array.writeVersion());
  }

  /** The folder of the first fragment, to put other files there for a while. */
  Location claimFolder() {
    FragmentWriter first = complete.isEmpty() ? current : complete.get(0);
    claimed = array.location().resolve(ArrayPaths.fragment(first.name()));
    return claimed;
  }

  /** Adds all tiles of a source, after those before. */
  void write(TileSource source) {
    int from = 0;
    while (true) {
      from = current.write(source, from, source.tiles(), most);
      if (from == source.tiles()) {
        return;
      }
      FragmentWriter full = current;
      current = full.next(newName());
      complete.add(full);
      full.complete(Optional.<NDRange>empty());
    }
  }

  /** How the fragments keep a field, given by its position in {@link FragmentFields#all}. */
  FieldStorage storage(int field) {
    return fields.all().get(field).storage();
  }

  /** The number of tiles so far. */
  long tiles() {
    return all().stream().mapToLong(FragmentWriter::tiles).sum();
  }

  /** The bytes of all files so far, without metadata. */
  long bytes() {
    return all().stream().mapToLong(FragmentWriter::bytes).sum();
  }

  private List<FragmentWriter> all() {
    List<FragmentWriter> all = new ArrayList<>(complete);
    if (!all.contains(current)) {
      all.add(current);
    }
    return all;
  }

  /** Completes the last fragment; returns the names of all, none where there were no tiles. */
  List<FragmentName> complete() {
    if (current.tiles() > 0) {
      complete.add(current);
      current.complete(Optional.<NDRange>empty());
    }
    return complete.stream().map(FragmentWriter::name).toList();
  }

  /** Deletes all fragments, complete or not. */
  @Override
  public void close() {
    List<Runnable> steps = new ArrayList<>();
    for (FragmentWriter fragment : all()) {
      steps.add(fragment::close);
      if (fragment.tiles() > 0) {
        steps.add(fragment::discard);
      }
    }
    if (claimed != null) {
      steps.add(() -> array.storage().deleteFolder(claimed));
    }
    runAll(steps);
  }

  /** Takes all steps, whether others fail or not; throws the last failure. */
  static void runAll(List<Runnable> steps) {
    RuntimeException failure = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
