package io.azulejo.tests;

import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.text.output.TsvRowWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;

/**
 * Damages one file of an array and asserts that no maintenance makes that final: each act refuses
 * and changes nothing, or the undamaged file can be put back and the array reads as before.
 */
abstract class DamagedArray {
  static final Location ARRAY = Location.of("mem://arrays/array");

  private static final List<MaintenanceMode> OF_ARRAYS =
      Arrays.stream(MaintenanceMode.values())
          .filter(mode -> mode != MaintenanceMode.GROUP_METADATA)
          .toList();

  Storage storage = Storage.inMemory();
  @AutoClose Azulejo azulejo = engine(storage);

  void copy(String name) {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve(name).resolve("array"), storage, ARRAY);
  }

  void consolidate(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  void vacuum(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  Location file(String ending) {
    List<Location> found =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.path().endsWith(ending))
            .toList();
    assertThat(found).as(ending).isNotEmpty();
    return found.get(0);
  }

  void change(Location file, UnaryOperator<byte[]> damage) {
    byte[] damaged = damage.apply(StoredFiles.content(storage, file).clone());
    storage.delete(file);
    storage.createExclusive(file, damaged);
  }

  static UnaryOperator<byte[]> set(int offset, int... values) {
    return bytes -> {
      for (int i = 0; i < values.length; i++) {
        bytes[offset + i] = (byte) values[i];
      }
      return bytes;
    };
  }

  static UnaryOperator<byte[]> replaced(String regex, String by) {
    return bytes ->
        new String(bytes, StandardCharsets.ISO_8859_1)
            .replaceFirst(regex, by)
            .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The cells in row-major order, and the metadata. */
  List<String> content() {
    Array array = azulejo.open(ARRAY);
    List<String> fields = new ArrayList<>();
    array.schema().dimensions().stream().map(Dimension::name).forEach(fields::add);
    array.schema().attributes().stream().map(Attribute::name).forEach(fields::add);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReadRequest all = ReadRequest.ALL.layout(Layout.ROW_MAJOR).select(fields);
    try (var reader = array.read(all).batches()) {
      TsvRowWriter text = TsvRowWriter.begin(out, fields);
      for (var batch = reader.next(); batch != null; batch = reader.next()) {
        text.write(batch, batch.rows());
      }
      text.finish();
      List<String> lines =
          new ArrayList<>(out.toString(StandardCharsets.UTF_8).lines().sorted().toList());
      lines.add(CorpusCheck.metadata(array.metadata()).toString());
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<Problem> problems(Severity severity) {
    return azulejo.maintenance(ARRAY).verify().problems().stream()
        .filter(problem -> problem.severity() == severity)
        .toList();
  }

  Map<String, Runnable> acts() {
    Map<String, Runnable> acts = new TreeMap<>();
    acts.put("gc", () -> azulejo.maintenance(ARRAY).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO)));
    acts.put(
        "repair",
        () -> azulejo.maintenance(ARRAY).repair(RepairRequest.DEFAULT.olderThan(Duration.ZERO)));
    for (MaintenanceMode mode : OF_ARRAYS) {
      acts.put("vacuum " + mode, () -> vacuum(mode));
      acts.put("consolidate " + mode, () -> consolidate(mode));
      acts.put(
          "consolidate and vacuum " + mode,
          () -> {
            consolidate(mode);
            vacuum(mode);
          });
    }
    return acts;
  }

  /** Damages a file, does each act to a copy of the array, and puts the undamaged file back. */
  void isNeverFinal(Location file, UnaryOperator<byte[]> damage) {
    isNeverFinal(file, damage, "");
  }

  /** Does the acts whose names contain some text. */
  void isNeverFinal(Location file, UnaryOperator<byte[]> damage, String some) {
    List<String> whole = content();
    byte[] undamaged = StoredFiles.content(storage, file);
    change(file, damage);
    Storage damaged = storage;
    for (Map.Entry<String, Runnable> act : acts().entrySet()) {
      if (!act.getKey().contains(some)) {
        continue;
      }
      on(StoredFiles.copy(damaged));
      List<String> before = StoredFiles.contents(storage);
      Throwable refused = catchThrowable(act.getValue()::run);
      if (refused != null) {
        assertThat(refused).as(act.getKey()).isInstanceOf(CorruptDataException.class);
      }
      if (refused != null && !act.getKey().contains("and vacuum")) {
        assertThat(StoredFiles.contents(storage)).as(act.getKey()).isEqualTo(before);
      }
      storage.delete(file);
      storage.createExclusive(file, undamaged);
      assertThat(content()).as("%s is put back after %s", file, act.getKey()).isEqualTo(whole);
    }
    on(StoredFiles.copy(damaged));
    storage.delete(file);
    storage.createExclusive(file, undamaged);
  }

  void on(Storage other) {
    azulejo.close();
    storage = other;
    azulejo = engine(other);
  }

  /** Damages a file, of which reads and verification tell. */
  void isTold(Location file, UnaryOperator<byte[]> damage, String... why) {
    change(file, damage);
    assertThatThrownBy(this::content)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContainingAll(why);
    assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(file);
  }
}
