package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Cleanup;
import io.azulejo.internal.runtime.EngineEvent;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Pending;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one fragment: up to three per field, created with the first tiles, and the metadata
 * file that completes the fragment. Tiles are written in the background, one group at a time, and
 * their memory is leased until then. Not safe for use by several threads at once.
 */
final class FragmentFiles {
  private final Storage storage;
  private final Location folder;
  private final List<FieldEncoder> fields;
  private final Resources resources;
  private final List<FieldFiles> files = new ArrayList<>();
  private Pending<Void> writing;
  private MemoryBudget.Lease lease;

  FragmentFiles(Storage storage, Location folder, FragmentLayout layout, Resources resources) {
    this.storage = storage;
    this.folder = folder;
    this.fields = layout.fields();
    this.resources = resources;
  }

  /** The files of a field and the tiles that wait to be written to them. */
  private static final class FieldFiles {
    private final OutputFile fixed;
    private final OutputFile var;
    private final OutputFile validity;
    private final List<EncodedField> waiting = new ArrayList<>();

    FieldFiles(OutputFile fixed, OutputFile var, OutputFile validity) {
      this.fixed = fixed;
      this.var = var;
      this.validity = validity;
    }

    void write() {
      for (EncodedField tile : waiting) {
        write(fixed, tile.fixed());
        write(var, tile.var());
        write(validity, tile.validity());
      }
      waiting.clear();
    }

    private static void write(OutputFile file, Slice bytes) {
      if (file != null) {
        file.write(bytes.array(), bytes.offset(), bytes.length());
      }
    }

    void addTo(List<OutputFile> all) {
      all.add(fixed);
      if (var != null) {
        all.add(var);
      }
      if (validity != null) {
        all.add(validity);
      }
    }
  }

  /** Starts to write tiles in the background. Waits first until the previous tiles are written. */
  void append(EncodedTiles tiles) {
    await();
    create();
    int next = 0;
    for (int tile = tiles.from(); tile < tiles.to(); tile++) {
      for (FieldFiles field : files) {
        field.waiting.add(tiles.fields().get(next++));
      }
    }
    lease = resources.budget().lease(tiles.bytes());
    writing =
        resources
            .tasks()
            .beginIo(
                storage.traits().waitingRequests(),
                files,
                field -> {
                  field.write();
                  return null;
                });
  }

  private void create() {
    if (!files.isEmpty()) {
      return;
    }
    for (FieldEncoder field : fields) {
      FieldStorage layout = field.storage();
      OutputFile fixed = create(layout.file());
      OutputFile var = null;
      OutputFile validity = null;
      try {
        var = layout.varFile().map(this::create).orElse(null);
        validity = layout.validityFile().map(this::create).orElse(null);
      } finally {
        files.add(new FieldFiles(fixed, var, validity));
      }
    }
  }

  private OutputFile create(String file) {
    return storage.create(folder.resolve(file));
  }

  private void await() {
    try {
      if (writing != null) {
        writing.await();
      }
    } finally {
      writing = null;
      if (lease != null) {
        lease.close();
        lease = null;
      }
    }
  }

  /** Adds the last file. All files are durable when this method returns. */
  void commit(String name, Slice content) {
    await();
    List<OutputFile> all = all();
    OutputFile last = create(name);
    all.add(last);
    EngineEvent.Started event = EngineEvent.WRITE.begin();
    try {
      last.write(content.array(), content.offset(), content.length());
      storage.commit(all, this::runConcurrently);
      if (event != null) {
        long bytes = all.stream().mapToLong(OutputFile::size).sum();
        event.place(folder).files(all.size()).bytes(bytes).done();
      }
    } finally {
      last.close();
    }
    close(all);
  }

  private void runConcurrently(List<Runnable> actions) {
    resources
        .tasks()
        .io(
            actions,
            action -> {
              action.run();
              return null;
            });
  }

  private List<OutputFile> all() {
    List<OutputFile> all = new ArrayList<>();
    files.forEach(field -> field.addTo(all));
    return all;
  }

  private static void close(List<OutputFile> files) {
    List<Runnable> steps = new ArrayList<>();
    files.forEach(file -> steps.add(file::close));
    Cleanup.runAll(steps);
  }

  /** Abandons a fragment that was not committed: cancels pending writes and deletes the files. */
  void abort() {
    if (writing != null) {
      writing.cancel();
    }
    try {
      await();
    } catch (RuntimeException e) {
      // Ignore a failed write: the fragment is abandoned anyway.
    }
    try {
      close(all());
    } finally {
      if (!files.isEmpty()) {
        delete();
      }
    }
  }

  /** Deletes the fragment's directory with all files. */
  void delete() {
    storage.deleteFolder(folder);
  }
}
