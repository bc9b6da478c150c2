package io.azulejo.testkit;

import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** What is said when a store fails, whatever it is asked. Collects all of it as text. */
public final class FailedActs {
  private final List<String> texts = new ArrayList<>();

  /** Has nothing yet. */
  public FailedActs() {}

  /** Does each kind of act once with a file of a store. */
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

  /** The messages and stack traces of the acts that failed. */
  public List<String> texts() {
    return List.copyOf(texts);
  }
}
