package io.azulejo.testkit;

import io.azulejo.Azulejo;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.SpillFile;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Spill files in a store instead of on the local disk. Tests can inspect them and make their
 * operations fail.
 */
public final class StoredSpillFiles implements SpillFiles {
  /** The folder in the store that contains the spill files. */
  public static final Location FOLDER = Location.of("mem://spilled");

  private final Storage storage;
  private int number;

  private StoredSpillFiles(Storage storage) {
    this.storage = storage;
  }

  /**
   * Makes an engine keep its spill files in a store.
   *
   * @param storage the store
   * @param builder the builder of the engine
   * @return the builder
   */
  public static Azulejo.Builder in(Storage storage, Azulejo.Builder builder) {
    return with(new StoredSpillFiles(storage), builder);
  }

  /**
   * Makes an engine use the given spill files.
   *
   * @param files creates the spill files
   * @param builder the builder of the engine
   * @return the builder
   */
  public static Azulejo.Builder with(SpillFiles files, Azulejo.Builder builder) {
    try {
      Method seam = Azulejo.Builder.class.getDeclaredMethod("spillFiles", SpillFiles.class);
      seam.setAccessible(true);
      seam.invoke(builder, files);
      return builder;
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new AssertionError("the builder's internals have changed", e);
    }
  }

  @Override
  public synchronized SpillFile create() {
    return new StoredSpillFile(storage, FOLDER.resolve("spill_" + number++));
  }

  /**
   * A spill file that consists of parts. Stores cannot append to a committed file, so bytes that
   * are written after a read begin a new part.
   */
  private static final class StoredSpillFile implements SpillFile {
    private final Storage storage;
    private final Location place;
    private final List<OutputFile> outputs = new ArrayList<>();
    private final List<InputFile> inputs = new ArrayList<>();
    private long size;
    private int committed;

    StoredSpillFile(Storage storage, Location place) {
      this.storage = storage;
      this.place = place;
      begin();
    }

    private void begin() {
      int part = outputs.size();
      outputs.add(
          storage.create(part == 0 ? place : place.parent().resolve(place.name() + "_" + part)));
    }

    @Override
    public synchronized void write(byte[] source, int offset, int length) {
      if (outputs.size() == inputs.size()) {
        begin();
      }
      outputs.get(inputs.size()).write(source, offset, length);
      size += length;
    }

    @Override
    public synchronized long size() {
      return size;
    }

    @Override
    public synchronized void read(long position, byte[] target, int offset, int length) {
      if (outputs.size() > inputs.size()) {
        OutputFile last = outputs.get(inputs.size());
        // Count the part before the commit: it may exist even if the store reports a failure.
        committed = outputs.size();
        last.commit();
        inputs.add(storage.open(last.location()));
      }
      long from = position;
      int part = 0;
      while (from >= outputs.get(part).size()) {
        from -= outputs.get(part++).size();
      }
      inputs.get(part).read(from, target, offset, length);
    }

    @Override
    public synchronized void close() {
      List<Runnable> steps = new ArrayList<>();
      inputs.forEach(input -> steps.add(input::close));
      outputs.forEach(output -> steps.add(output::close));
      for (int part = 0; part < committed; part++) {
        Location file = outputs.get(part).location();
        steps.add(() -> storage.delete(file));
      }
      Cleanup.runAll(steps);
    }
  }
}
