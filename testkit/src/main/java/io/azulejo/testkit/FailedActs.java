package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Calls the operations of a failing store and collects the messages of the exceptions. */
public final class FailedActs {
  private final List<String> texts = new ArrayList<>();

  /** Creates a collector without messages. */
  public FailedActs() {}

  /**
   * Calls the main operations of a store, each once, and collects their exceptions.
   *
   * @param store the store
   * @param file the file on which the operations are called
   */
  public void collect(Storage store, Location file) {
    attempt(() -> store.createExclusive(file, new byte[] {1}));
    attempt(() -> store.list(file));
    attempt(() -> store.find(file));
    attempt(() -> store.delete(file));
    attempt(() -> store.delete(List.of(file, file.parent())));
    attempt(() -> store.tryCopy(file, file.parent()));
    attempt(
        () -> {
          try (InputFile in = store.open(file)) {
            in.read(0, new byte[1], 0, 1);
          }
        });
  }

  private void attempt(Runnable act) {
    try {
      act.run();
    } catch (RuntimeException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      texts.add(text.toString());
    }
  }

  /** Returns the messages and stack traces of all exceptions so far. */
  public List<String> texts() {
    return List.copyOf(texts);
  }
}
