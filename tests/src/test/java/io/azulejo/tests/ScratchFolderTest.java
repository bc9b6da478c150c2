package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Row;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.RecordedSpillFiles;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.StoredSpillFiles;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where cells wait that the memory has no room for. */
@Tag("full")
class ScratchFolderTest {
  private static final Location ARRAY = Location.of("mem://array");

  @TempDir Path folder;

  private String[] left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).toArray(String[]::new);
    }
  }

  @Test
  void nothingTemporaryIsEverInTheStore() throws IOException {
    Storage storage = Storage.inMemory();
    try (Azulejo azulejo = engine(folder.resolve("scratch")).storage("mem", storage).build()) {
      try (ArrayWriter out = begin(azulejo)) {
        append(out, 20);
        assertThat(StoredFiles.paths(storage))
            .isNotEmpty()
            .allMatch(file -> file.contains("__schema"));
        assertThat(folder.resolve("scratch")).as("made when it was needed").isDirectory();
        out.commit();
      }
    }
    assertThat(StoredFiles.paths(storage)).noneMatch(file -> file.endsWith(".tmp"));
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void cellsOfAnEncryptedArrayWaitEncrypted() {
    EncryptionKey secret = EncryptionKey.of(new byte[32]);
    Storage storage = Storage.inMemory();
    RecordedSpillFiles spilled = new RecordedSpillFiles();
    Azulejo.Builder builder =
        Azulejo.builder().memoryBudget(1 << 13).storage("mem", storage).key(ARRAY, secret);
    try (Azulejo azulejo = StoredSpillFiles.with(spilled, builder).build()) {
      azulejo.create(
          ARRAY, TestSchemas.of("sparse(x INT32 1..50/10) s STRING_ASCII var; duplicates"));
      String[] texts = new String[100];
      Arrays.fill(texts, "a secret that is on no disk");
      for (boolean commits : new boolean[] {false, true}) {
        try (ArrayWriter out = azulejo.array(ARRAY).writer()) {
          for (int i = 0; i < 20; i++) {
            out.append(
                Batch.of(
                    Column.of(
                        "x",
                        Datatype.INT32,
                        LongStream.range(0, 100).map(x -> 50 - x % 50).toArray()),
                    Column.of("s", Datatype.STRING_ASCII, texts)));
          }
          assertThat(spilled.open()).isPositive();
          if (commits) {
            out.commit();
          }
        }
        assertThat(spilled.open()).isZero();
        assertThat(StoredFiles.paths(storage).stream().filter(file -> file.contains("fragments")))
            .allMatch(file -> file.endsWith(".tdb"))
            .hasSize(commits ? 4 : 0);
      }
      assertThat(spilled.text()).isNotEmpty().doesNotContain("secret");
      try (Stream<Row> rows = azulejo.open(ARRAY).read().rows()) {
        assertThat(rows.filter(row -> row.getString("s").equals(texts[0]))).hasSize(2000);
      }
    }
  }

  @Test
  void aSettingThatNamesNoFolderIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    for (String name : new String[] {file.toString(), "a\0b"}) {
      assertThatThrownBy(
              () -> Azulejo.builder().config("azulejo.scratch.dir", name).build().close())
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("setting azulejo.scratch.dir: ")
          .hasMessageContaining("expected a writable local folder");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatIsKilledLeavesNothing() throws Exception {
    assertThat(said("", "halt")).contains("halted");
    assertThat(left()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatTheDiskDoesNotTakeFailsTheWriteAndNamesTheFolderAndTheSetting() throws Exception {
    assertThat(said("ulimit -f 256; ", "commit"))
        .contains("cannot write a temporary file in " + folder + ": File too large")
        .contains("choose another folder with the setting azulejo.scratch.dir")
        .contains("files of the array: 1");
    assertThat(left()).isEmpty();
  }

  private String said(String before, String act) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                before + "exec \"$0\" -XX:-UsePerfData \"$@\"",
                java,
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                folder.toString(),
                act)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.HOURS)).isTrue();
    return said;
  }

  private static Azulejo.Builder engine(Path scratch) {
    return Azulejo.builder()
        .memoryBudget(1 << 20)
        .config("azulejo.scratch.dir", scratch.toString());
  }

  private static ArrayWriter begin(Azulejo azulejo) {
    azulejo.create(ARRAY, TestSchemas.of("sparse(k INT64 0..%s/%s) v INT64", 1L << 40, 1L << 20));
    return azulejo.array(ARRAY).writer();
  }

  private static void append(ArrayWriter out, int batches) {
    Random random = new Random(5);
    for (int i = 0; i < batches; i++) {
      long[] keys = random.longs(10_000, 0, 1L << 40).toArray();
      out.append(
          Batch.of(
              Column.of("k", Datatype.INT64, keys),
              Column.of("v", Datatype.INT64, LongStream.of(keys).toArray())));
    }
  }

  /** Writes more than fits into memory; run in a process of its own. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      Storage storage = Storage.inMemory();
      try (Azulejo azulejo = engine(Path.of(arguments[0])).storage("mem", storage).build();
          ArrayWriter out = begin(azulejo)) {
        append(out, 50);
        if (arguments[1].equals("halt")) {
          System.out.println("halted");
          Runtime.getRuntime().halt(9);
        }
        out.commit();
      } catch (AzulejoException e) {
        System.out.println(e.getMessage());
      }
      System.out.println("files of the array: " + StoredFiles.paths(storage).size());
    }
  }
}
