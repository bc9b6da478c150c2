package io.azulejo.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.seal.SealEntry;
import io.azulejo.internal.seal.Seals;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FileServer;
import io.azulejo.testkit.ReadOnlyStorageContract;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The contract of stores, over HTTP, with all ways to learn which files there are. */
class HttpContractTest {
  abstract static class Contract extends ReadOnlyStorageContract {
    final FileServer server = new FileServer();
    private final AtomicLong clock = new AtomicLong();
    private final HttpStorage storage =
        new HttpStorage(HttpSettings.of(Settings.of(Map.of())), millis -> {}, clock::get);

    Contract(FileServer.Index index) {
      server.index = index;
      server.files.put("data/other", new byte[1]);
    }

    @AfterEach
    void stop() {
      storage.close();
      server.close();
    }

    @Override
    protected Storage storage() {
      return storage;
    }

    @Override
    protected Location root() {
      return server.location("data/root");
    }

    @Override
    protected void put(Map<String, byte[]> files) {
      files.forEach((path, content) -> server.files.put("data/root/" + path, content));
      clock.addAndGet(HttpFolders.CACHE_MILLIS);
    }

    /** A query would begin with a question mark. */
    @Override
    protected List<String> oddNames() {
      return super.oddNames().stream().filter(name -> name.indexOf('?') < 0).toList();
    }

    @Test
    void cannotBeWrittenTo() {
      Location file = write("data", "1");
      for (Runnable act :
          List.<Runnable>of(
              () -> storage().create(file),
              () -> storage().createExclusive(file, new byte[1]),
              () -> storage().delete(file),
              () -> storage().delete(List.of(file)),
              () -> storage().deleteFolder(root()))) {
        assertThatThrownBy(act::run)
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("this store is read-only")
            .hasMessageContaining("azulejo zip");
      }
      assertThat(storage().traits().readOnly()).isTrue();
    }
  }

  @Nested
  class BySeal extends Contract {
    BySeal() {
      super(FileServer.Index.NONE);
    }

    @Override
    protected boolean listsTrees() {
      return true;
    }

    @Override
    protected void put(Map<String, byte[]> files) {
      super.put(files);
      seal(server, "data/root");
    }
  }

  /** Puts the seal of a folder beside it. */
  static void seal(FileServer server, String folder) {
    TreeMap<String, SealEntry> entries = new TreeMap<>();
    Storage memory = Storage.inMemory();
    Location file = Location.of("mem://file");
    server
        .files
        .tailMap(folder + "/")
        .forEach(
            (path, content) -> {
              if (path.startsWith(folder + "/")) {
                memory.createExclusive(file, content);
                try (InputFile in = memory.open(file)) {
                  entries.put(path.substring(folder.length() + 1), Seals.digest(in));
                }
                memory.delete(file);
              }
            });
    String name = folder.substring(folder.lastIndexOf('/') + 1);
    server.files.put(folder + ".seal", Seals.single(name, entries));
  }

  @Nested
  class ByJsonOfNginx extends Contract {
    ByJsonOfNginx() {
      super(FileServer.Index.NGINX_JSON);
    }
  }

  @Nested
  class ByJsonOfCaddy extends Contract {
    ByJsonOfCaddy() {
      super(FileServer.Index.CADDY);
    }
  }

  @Nested
  class ByPagesOfNginx extends Contract {
    ByPagesOfNginx() {
      super(FileServer.Index.NGINX);
    }
  }

  @Nested
  class ByPagesOfApache extends Contract {
    ByPagesOfApache() {
      super(FileServer.Index.APACHE);
    }
  }

  @Nested
  class ByPagesOfPython extends Contract {
    ByPagesOfPython() {
      super(FileServer.Index.PYTHON);
    }
  }

  /** Ranges are ignored, and nothing tells one state of a file from another. */
  @Nested
  class WithoutRanges extends Contract {
    WithoutRanges() {
      super(FileServer.Index.NGINX_JSON);
      server.ranges = false;
      server.tags = false;
    }
  }

  /** Answers to ranges do not say how large the file is. */
  @Nested
  class WithoutSizes extends Contract {
    WithoutSizes() {
      super(FileServer.Index.NGINX);
      server.sizes = false;
    }
  }
}
