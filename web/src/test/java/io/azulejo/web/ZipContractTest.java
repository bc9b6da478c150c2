package io.azulejo.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FileServer;
import io.azulejo.testkit.ReadOnlyStorageContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of stores, in archives of all kinds and in several stores. */
class ZipContractTest {
  abstract static class Contract extends ReadOnlyStorageContract {
    private final TreeMap<String, byte[]> files = new TreeMap<>();
    private ZipStorage storage;
    private final int method;
    private final Zip64Mode mode;
    private boolean empty = true;

    Contract(int method, Zip64Mode mode) {
      this.method = method;
      this.mode = mode;
    }

    /** Replaces the archive. */
    abstract void publish(byte[] archive);

    abstract Storage inner();

    abstract Location file();

    @Override
    protected boolean listsTrees() {
      return true;
    }

    @Override
    protected Storage storage() {
      if (empty) {
        put(Map.of());
      }
      return storage;
    }

    @Override
    protected Location root() {
      return Location.of("zip+" + file().scheme() + "://" + file().path() + "!/root");
    }

    @Override
    protected void put(Map<String, byte[]> added) {
      empty = false;
      added.forEach((path, content) -> files.put("root/" + path, content));
      publish(zip(files, method, mode));
      storage = new ZipStorage(file().scheme(), inner());
    }

    @Test
    void listsTheRoot() {
      write("folder/data", "12345");
      Location top = root().parent();

      assertThat(top.name()).isEmpty();
      assertThat(top.parent()).isEqualTo(top);
      assertThat(storage().list(top)).containsExactly(Storage.Entry.folder("root"));
      assertThat(storage().names(Location.of(top + "/root/folder"))).containsExactly("data");
      assertThat(storage().traits().readOnly()).isTrue();
    }
  }

  abstract static class InMemory extends Contract {
    private final Storage memory = Storage.inMemory();

    InMemory(int method, Zip64Mode mode) {
      super(method, mode);
    }

    @Override
    Storage inner() {
      return memory;
    }

    @Override
    Location file() {
      return Location.of("mem://archives/a.zip");
    }

    @Override
    void publish(byte[] archive) {
      memory.delete(file());
      memory.createExclusive(file(), archive);
    }
  }

  /** An archive of files. */
  static byte[] zip(Map<String, byte[]> files, int method, Zip64Mode mode) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
      zip.setUseZip64(mode);
      for (var file : files.entrySet()) {
        ZipArchiveEntry entry = new ZipArchiveEntry(file.getKey());
        entry.setMethod(method);
        CRC32 crc = new CRC32();
        crc.update(file.getValue());
        entry.setCrc(crc.getValue());
        entry.setSize(file.getValue().length);
        zip.putArchiveEntry(entry);
        zip.write(file.getValue());
        zip.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Nested
  class Stored extends InMemory {
    Stored() {
      super(ZipArchiveEntry.STORED, Zip64Mode.AsNeeded);
    }
  }

  @Nested
  class Deflated extends InMemory {
    Deflated() {
      super(ZipArchiveEntry.DEFLATED, Zip64Mode.AsNeeded);
    }
  }

  @Nested
  class LargeFormat extends InMemory {
    LargeFormat() {
      super(ZipArchiveEntry.STORED, Zip64Mode.Always);
    }
  }

  @Nested
  class OnDisk extends Contract {
    @TempDir Path folder;

    OnDisk() {
      super(ZipArchiveEntry.STORED, Zip64Mode.AsNeeded);
    }

    @Override
    Storage inner() {
      return Storage.local(false);
    }

    @Override
    Location file() {
      return Location.of(folder.resolve("a.zip"));
    }

    @Override
    void publish(byte[] archive) {
      try {
        Files.write(folder.resolve("a.zip"), archive);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Nested
  class OverHttp extends Contract {
    private final FileServer server = new FileServer();
    private final HttpStorage http = new HttpStorage(HttpSettings.of(Settings.of(Map.of())));

    OverHttp() {
      super(ZipArchiveEntry.STORED, Zip64Mode.AsNeeded);
    }

    @AfterEach
    void stop() {
      http.close();
      server.close();
    }

    @Override
    Storage inner() {
      return http;
    }

    @Override
    Location file() {
      return server.location("folder/a.zip");
    }

    @Override
    void publish(byte[] archive) {
      server.files.put("folder/a.zip", archive);
    }

    @Test
    void readsTheFirstPartOfAFileWithOneRequest() {
      byte[] content = new byte[300_000];
      content[200_000] = 7;
      put(Map.of("data", content, "other", new byte[100_000]));
      assertThat(storage().names(root())).containsExactly("data", "other");
      assertThat(server.count()).isEqualTo(1);

      try (var in = storage().open(root().resolve("data"))) {
        byte[] one = new byte[1];
        in.read(200_000, one, 0, 1);
        assertThat(one).containsExactly(7);
      }
      assertThat(server.log).hasSize(1);
      assertThat(List.copyOf(server.log).get(0)).startsWith("GET /folder/a.zip 0-200");
    }
  }
}
