package io.azulejo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Archives that are damaged, and such as were made to do damage. */
class HostileZipTest {
  private static final Location ROOT = Location.of("zip+mem://a.zip");
  private static final Map<String, byte[]> FILES =
      new TreeMap<>(Map.of("a", new byte[] {1, 2, 3}, "b/c", random(500), "b/d", new byte[0]));

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private static ZipStorage storage(byte[] archive) {
    Storage memory = Storage.inMemory();
    memory.createExclusive(Location.of("mem://a.zip"), archive);
    return new ZipStorage("mem", memory);
  }

  private static byte[] content(ZipStorage storage, String path) {
    try (InputFile in = storage.open(ROOT.resolve(path))) {
      byte[] bytes = new byte[Math.toIntExact(in.size())];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private static byte[] stored(Zip64Mode mode) {
    return ZipContractTest.zip(FILES, ZipArchiveEntry.STORED, mode);
  }

  /** The archive with one number changed. */
  private static byte[] with(int at, long value, int bytes) {
    byte[] archive = stored(Zip64Mode.AsNeeded);
    for (int i = 0; i < bytes; i++) {
      archive[at + i] = (byte) (value >> 8 * i);
    }
    return archive;
  }

  /** Where the central directory begins. */
  private static int directory() {
    byte[] archive = stored(Zip64Mode.AsNeeded);
    return ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN).getInt(archive.length - 6);
  }

  private static void refused(byte[] archive, Class<? extends Exception> type, String... text) {
    assertThatThrownBy(
            () -> {
              ZipStorage storage = storage(archive);
              storage.tree(ROOT, "");
              for (String path : FILES.keySet()) {
                content(storage, path);
              }
            })
        .isInstanceOf(type)
        .hasMessageContaining("mem://a.zip")
        .satisfies(e -> assertThat(e.getMessage()).contains(text));
  }

  @Test
  void namesTheFieldAndThePlace() {
    int at = directory();
    String place = "offset " + at;
    refused(with(at, 7, 4), CorruptDataException.class, "field signature", place);
    refused(with(at + 20, 4, 4), CorruptDataException.class, "field size", place);
    refused(with(at + 28, 60_000, 2), CorruptDataException.class, "field lengths", place);
    refused(with(at + 42, 1 << 30, 4), CorruptDataException.class, "field offset", place);
    refused(
        with(at + 42, 0xffffffffL, 4),
        CorruptDataException.class,
        "field offset",
        "its extra field is missing");
    refused(with(at + 46, '/', 1), CorruptDataException.class, "field name", place);
    refused(with(at + 46, '.', 1), CorruptDataException.class, "field name", place);
    refused(with(at + 46, 0xff, 1), CorruptDataException.class, "field name", place);
    refused(with(at + 16, 1, 4), CorruptDataException.class, "field CRC-32", "local header");
    refused(with(at + 20, 0, 8), CorruptDataException.class, "field CRC-32", place, "empty file");
    refused(with(0, 1, 4), CorruptDataException.class, "local header", "field signature");
    refused(with(26, 2, 2), CorruptDataException.class, "local header", "name");
    refused(with(28, 9, 2), CorruptDataException.class, "length of extra fields");
  }

  @Test
  void refusesWhatItDoesNotRead() {
    int at = directory();
    refused(with(at + 8, 1, 2), UnsupportedFormatException.class, "encrypted");
    refused(with(at + 34, 3, 2), UnsupportedFormatException.class, "several parts");
    refused(with(at + 10, 14, 2), UnsupportedFormatException.class, "method 14", "zip -0");
    int end = stored(Zip64Mode.AsNeeded).length - 22;
    refused(with(end + 4, 1, 2), UnsupportedFormatException.class, "several parts");
    refused(with(end, 1, 4), CorruptDataException.class, "not a ZIP file");
    refused(with(end + 16, 5, 4), CorruptDataException.class, "does not end at");
    refused(with(end + 12, 0xfffffff0L, 4), CorruptDataException.class, "does not end at");
  }

  @Test
  void refusesFilesThatShareBytes() {
    int at = directory();
    byte[] archive = stored(Zip64Mode.AsNeeded);
    int second = at + 46 + 1;
    // The second file begins where the first does.
    refused(with(second + 42, 0, 4), CorruptDataException.class, "overlaps the content");
    assertThat(archive[second]).isEqualTo((byte) 'P');
  }

  @Test
  void refusesNamesThatLeadOutOfTheArchive() {
    for (String name : List.of("../x", "a/../../x", "a//b", "./a", "a/./b", "x\0y", "..")) {
      byte[] archive =
          ZipContractTest.zip(
              Map.of(name, new byte[1]), ZipArchiveEntry.STORED, Zip64Mode.AsNeeded);
      assertThatThrownBy(() -> storage(archive).list(ROOT))
          .as(name)
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("is not a valid path in an archive");
    }
  }

  @Test
  void inflatesNothingThatIsTooLarge() {
    byte[] bomb =
        ZipContractTest.zip(
            Map.of("bomb", new byte[ZipArchive.MAX_INFLATED + 1], "small", new byte[1000]),
            ZipArchiveEntry.DEFLATED,
            Zip64Mode.AsNeeded);
    ZipStorage storage = storage(bomb);
    assertThatThrownBy(() -> content(storage, "bomb"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("zip -0");
    assertThat(content(storage, "small")).hasSize(1000);
    assertThatThrownBy(() -> content(storage, "none")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void refusesSizesThatDeflatedBytesCannotHave() {
    byte[] archive =
        ZipContractTest.zip(
            Map.of("x", new byte[1000]), ZipArchiveEntry.DEFLATED, Zip64Mode.AsNeeded);
    ByteBuffer bytes = ByteBuffer.wrap(archive).order(ByteOrder.LITTLE_ENDIAN);
    int at = bytes.getInt(archive.length - 6);
    for (int size : new int[] {60_000_000, 999, 1001}) {
      bytes.putInt(at + 24, size);
      assertThatThrownBy(() -> content(storage(archive), "x"))
          .isInstanceOf(CorruptDataException.class);
    }
  }

  @Test
  void readsLargeDirectoriesWithASecondRequest() {
    TreeMap<String, byte[]> many = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      many.put("folder/with/a/long/name/" + i, new byte[] {(byte) i});
    }
    ZipStorage storage =
        storage(ZipContractTest.zip(many, ZipArchiveEntry.STORED, Zip64Mode.Always));
    assertThat(storage.tree(ROOT, "").orElseThrow().files()).hasSize(3000);
    assertThat(content(storage, "folder/with/a/long/name/2999")).containsExactly((byte) 2999);
  }

  @Test
  void survivesMutations() {
    mutate(3_000);
  }

  @Test
  @Tag("slow")
  void survivesManyMutations() {
    mutate(400_000);
  }

  /** Each either is refused by an error of the engine, or gives the right bytes. */
  private static void mutate(int rounds) {
    long seed = Long.getLong("azulejo.seed", 42);
    Random random = new Random(seed);
    List<byte[]> archives =
        List.of(
            stored(Zip64Mode.AsNeeded),
            stored(Zip64Mode.Always),
            ZipContractTest.zip(FILES, ZipArchiveEntry.DEFLATED, Zip64Mode.AsNeeded));
    List<Consumer<byte[]>> changes =
        List.of(
            bytes -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8)),
            bytes -> bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? 255 : 0),
            bytes -> {
              int at = random.nextInt(bytes.length - 8);
              Arrays.fill(bytes, at, at + 1 + random.nextInt(8), (byte) 255);
            },
            bytes -> {
              int from = random.nextInt(bytes.length - 8);
              System.arraycopy(bytes, from, bytes, random.nextInt(bytes.length - 8), 8);
            });
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      byte[] bytes = archives.get(random.nextInt(archives.size())).clone();
      if (random.nextInt(10) == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      for (int i = random.nextInt(3); i >= 0 && bytes.length > 8; i--) {
        changes.get(random.nextInt(changes.size())).accept(bytes);
      }
      ZipStorage storage = storage(bytes);
      for (var file : FILES.entrySet()) {
        try {
          assertThat(content(storage, file.getKey()))
              .as("seed %d, round %d", seed, round)
              .isEqualTo(file.getValue());
        } catch (AzulejoException e) {
          assertThat(e.getMessage()).as("seed %d, round %d", seed, round).isNotEmpty();
          refused++;
        }
      }
    }
    assertThat(refused).isBetween(rounds / 2, rounds * FILES.size() - rounds / 2);
  }
}
