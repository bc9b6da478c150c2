package io.azulejo.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.FileTree;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ListedFilesTest {
  private static final Location ROOT = Location.of("s3://bucket/array");
  private static final List<String> PATHS = List.of("a/x", "a/y", "a0/z", "b", "c/d/e");

  /** A store that answers pages of a tree. */
  private static final class Pages extends ForwardingStorage {
    private final Function<String, FileTree> page;
    private final List<String> asked = new ArrayList<>();

    Pages(Function<String, FileTree> page) {
      super(Storage.inMemory());
      this.page = page;
    }

    @Override
    public Optional<FileTree> tree(Location folder, String after) {
      asked.add(after);
      return Optional.of(page.apply(after));
    }
  }

  private static FileTree tree(List<String> paths, boolean whole) {
    return FileTree.of(
        paths.stream().map(path -> FileTree.File.of(path, 10, OptionalLong.empty())).toList(),
        whole);
  }

  @Test
  void takesPageAfterPage() {
    Pages store =
        new Pages(
            after -> {
              int from = after.isEmpty() ? 0 : PATHS.indexOf(after) + 1;
              int to = Math.min(PATHS.size(), from + 2);
              return tree(PATHS.subList(from, to), to == PATHS.size());
            });

    ListedFiles files = ListedFiles.of(store, ROOT).orElseThrow();

    assertThat(store.asked).containsExactly("", "a/y", "b");
    assertThat(files.in(ROOT.resolve("a")))
        .containsExactly(ROOT.resolve("a/x"), ROOT.resolve("a/y"));
    assertThat(files.bytes(ROOT.resolve("c"))).isEqualTo(10);
    assertThat(files.file(ROOT.resolve("b"))).isPresent();
    assertThat(files.file(ROOT.resolve("a"))).isEmpty();
  }

  @Test
  void aStoreThatAnswersTheSamePageForeverListsNothing() {
    assertThat(ListedFiles.of(new Pages(after -> tree(PATHS, false)), ROOT)).isEmpty();
    assertThat(ListedFiles.of(new Pages(after -> tree(List.of(), false)), ROOT)).isEmpty();
  }

  @Test
  void aStoreOfFoldersListsNothing() {
    assertThat(ListedFiles.of(Storage.inMemory(), ROOT)).isEmpty();
  }
}
