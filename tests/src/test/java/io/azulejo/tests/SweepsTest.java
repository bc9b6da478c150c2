package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CrashSweep;
import io.azulejo.testkit.ErrorSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.Survival;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sweeps find what is wrong, and nothing where all is right: tried on notes in two parts. */
class SweepsTest {
  private static final Location NOTES = Location.of("mem://notes");

  /** Ways to write a note: two parts, and a mark that says that it is there. */
  private enum Way {
    RIGHT,
    MARKED_FIRST,
    NOT_DURABLE,
    TAKEN_BACK_WHEN_UNKNOWN,
    ALWAYS_UNKNOWN,
    LEFT_BEHIND,
    LEFT_OPEN,
    UNTYPED
  }

  private record Writer(Way way, String name) implements Scenario.Act {
    private static final byte[] TEXT = "0123456789".getBytes(StandardCharsets.UTF_8);

    private Location part(int number) {
      return NOTES.resolve("parts/" + name + "/" + number);
    }

    private Location mark() {
      return NOTES.resolve("marks/" + name);
    }

    @Override
    public void with(Azulejo engine) {
      Storage storage = engine.storage(NOTES);
      storage.list(NOTES);
      if (way == Way.MARKED_FIRST) {
        storage.createExclusive(mark(), new byte[0]);
      }
      List<OutputFile> parts = new ArrayList<>();
      try {
        writeParts(storage, parts);
      } catch (StorageException e) {
        abort(storage, parts);
        throw way == Way.UNTYPED ? new IllegalArgumentException(e) : e;
      }
      if (way != Way.MARKED_FIRST) {
        publish(storage, parts);
      }
    }

    private void writeParts(Storage storage, List<OutputFile> parts) {
      for (int number = 0; number < 2; number++) {
        OutputFile part = storage.create(part(number));
        parts.add(part);
        part.write(TEXT, 0, 10);
      }
      if (way != Way.NOT_DURABLE) {
        storage.commit(parts);
      }
    }

    private void abort(Storage storage, List<OutputFile> parts) {
      if (way != Way.LEFT_OPEN) {
        parts.forEach(OutputFile::close);
      }
      if (way != Way.LEFT_BEHIND) {
        try {
          storage.deleteFolder(part(0).parent());
        } catch (StorageException e) {
          // What is left disturbs nobody.
        }
      }
    }

    private void publish(Storage storage, List<OutputFile> parts) {
      try {
        storage.createExclusive(mark(), "marked".getBytes(StandardCharsets.UTF_8));
      } catch (StorageException e) {
        boolean unknown = !e.withoutEffect() && way != Way.TAKEN_BACK_WHEN_UNKNOWN;
        if (unknown || way == Way.ALWAYS_UNKNOWN) {
          parts.forEach(OutputFile::close);
          throw new CommitUnknownException("the note may be there", mark().toString(), e);
        }
        abort(storage, parts);
        throw e;
      }
      if (way == Way.NOT_DURABLE) {
        storage.commit(parts);
      }
      parts.forEach(OutputFile::close);
    }
  }

  private static Object read(Azulejo engine) {
    Storage storage = engine.storage(NOTES);
    List<String> notes = new ArrayList<>();
    for (Storage.Entry mark : storage.list(NOTES.resolve("marks"))) {
      if (mark.name().startsWith(".")) {
        continue;
      }
      for (int number = 0; number < 2; number++) {
        Location part = NOTES.resolve("parts/" + mark.name() + "/" + number);
        notes.add(
            mark.name() + new String(StoredFiles.content(storage, part), StandardCharsets.UTF_8));
      }
    }
    if (notes.isEmpty()) {
      throw new NotFoundException("there are no notes", NOTES.toString());
    }
    return notes;
  }

  private static void collect(Azulejo engine) {
    Storage storage = engine.storage(NOTES);
    for (Storage.Entry part : storage.list(NOTES.resolve("parts"))) {
      if (storage.find(NOTES.resolve("marks/" + part.name())).isEmpty()) {
        storage.deleteFolder(NOTES.resolve("parts/" + part.name()));
      }
    }
    for (Storage.Entry mark : storage.list(NOTES.resolve("marks"))) {
      if (mark.name().startsWith(".")) {
        storage.delete(NOTES.resolve("marks/" + mark.name()));
      }
    }
  }

  private static void remove(Azulejo engine, String name) {
    Storage storage = engine.storage(NOTES);
    storage.delete(NOTES.resolve("marks/" + name));
    storage.deleteFolder(NOTES.resolve("parts/" + name));
  }

  private static Scenario writing(Way way) {
    return Scenario.of("a note", SweepsTest::read)
        .preparedBy(new Writer(Way.RIGHT, "first"))
        .changedBy(new Writer(way, "second"))
        .then(new Writer(Way.RIGHT, "third"))
        .collectedBy(SweepsTest::collect);
  }

  @Test
  void findNothingInCorrectCode() throws Exception {
    assertThat(new CrashSweep(writing(Way.RIGHT)).run()).isGreaterThan(100);
    assertThat(new CrashSweep(writing(Way.RIGHT)).survivals(Survival.FEW).run()).isGreaterThan(50);
    assertThat(new ErrorSweep(writing(Way.RIGHT)).run()).isGreaterThan(50);
  }

  @Test
  void takeNothingForAState() throws Exception {
    Scenario first =
        Scenario.of("the first note", SweepsTest::read)
            .changedBy(new Writer(Way.RIGHT, "first"))
            .then(new Writer(Way.RIGHT, "second"));

    assertThat(new CrashSweep(first).run()).isGreaterThan(100);
    assertThat(new ErrorSweep(first).run()).isGreaterThan(50);
  }

  @Test
  void findWhatIsMarkedBeforeItIsThere() {
    assertThatThrownBy(() -> new CrashSweep(writing(Way.MARKED_FIRST)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("cases failed")
        .hasMessageContaining("file not found: mem://notes/parts/second/0")
        .hasMessageContaining("crash of \"a note\": operation 1 of")
        .hasMessageContaining("CREATE_EXCLUSIVE mem://notes/marks/second, AFTER")
        .hasMessageContaining("alone with .only(\"1/AFTER/GONE\")");
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.MARKED_FIRST)).run())
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void findWhatIsNotMadeDurable() {
    assertThatThrownBy(() -> new CrashSweep(writing(Way.NOT_DURABLE)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected the state before");
  }

  @Test
  void findWhatIsTakenBackThoughItMayBeThere() {
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.TAKEN_BACK_WHEN_UNKNOWN)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("AFTER")
        .hasMessageContaining("file not found: mem://notes/parts/second/0");
  }

  @Test
  void findWhatIsLeft() {
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.LEFT_BEHIND)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("files were left behind: [notes/parts/second/0]");
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.LEFT_OPEN)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("files were left open: [mem://notes/parts/second/0]");
    assertThatThrownBy(() -> new CrashSweep(writing(Way.LEFT_OPEN)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("files were left open");
  }

  @Test
  void findWhatIsCalledUnknownThoughTheStoreKnows() {
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.ALWAYS_UNKNOWN)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the exception says that the outcome is unknown")
        .hasMessageContaining("fails BEFORE");
  }

  @Test
  void findErrorsWithoutType() {
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.UNTYPED)).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("an unexpected exception: java.lang.IllegalArgumentException");
  }

  @Test
  void runOneCaseAlone() throws Exception {
    assertThat(new CrashSweep(writing(Way.RIGHT)).only("3/AFTER/TORN").run()).isEqualTo(1);
    assertThat(new ErrorSweep(writing(Way.RIGHT)).only("full/12").run()).isEqualTo(1);
    assertThatThrownBy(() -> new ErrorSweep(writing(Way.RIGHT)).only("full/999").run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("case \"full/999\" not found");
  }

  @Test
  void crashInTheMiddleOfFolders() throws Exception {
    Scenario right =
        Scenario.of("removal", SweepsTest::read)
            .preparedBy(new Writer(Way.RIGHT, "first"))
            .preparedBy(new Writer(Way.RIGHT, "second"))
            .changedBy(engine -> remove(engine, "second"))
            .then(new Writer(Way.RIGHT, "third"))
            .collectedBy(SweepsTest::collect);
    assertThat(new CrashSweep(right).run()).isGreaterThan(20);

    Scenario wrong =
        Scenario.of("removal", SweepsTest::read)
            .preparedBy(new Writer(Way.RIGHT, "first"))
            .preparedBy(new Writer(Way.RIGHT, "second"))
            .changedBy(
                engine -> {
                  Storage storage = engine.storage(NOTES);
                  storage.deleteFolder(NOTES.resolve("parts/second"));
                  storage.delete(NOTES.resolve("marks/second"));
                });
    assertThatThrownBy(() -> new CrashSweep(wrong).run())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("alone with .only(\"0/HALFWAY/GONE\")");
  }
}
