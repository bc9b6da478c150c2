package io.azulejo.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class TreeTest {
  private static final ArraySchema SCHEMA = TestSchemas.of("dense(x INT32 0..9/10) a INT32");

  private final Map<String, Integer> listings = new ConcurrentHashMap<>();

  /** A store that counts how often the names in each folder are asked for. */
  private Storage counting(Storage storage) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, args) -> {
              if (method.getName().equals("names") || method.getName().equals("list")) {
                listings.merge(((Location) args[0]).path(), 1, Integer::sum);
              }
              try {
                return method.invoke(storage, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void eachFolderIsListedOnceForWhatItIsAndOnceForWhatIsInIt() {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", counting(Storage.inMemory())).build()) {
      azulejo.create(Location.of("mem://a/b/c/d/e/array"), SCHEMA);
      azulejo.create(Location.of("mem://a/b/z/array"), SCHEMA);
      listings.clear();

      assertThat(new Tree(azulejo, OpenOptions.DEFAULT).text("a", Location.of("mem://a")))
          .isEqualTo(
              """
              a
              └── b  folder
                  ├── c  folder
                  │   └── d  folder
                  │       └── e  folder
                  │           └── array  array
                  └── z  folder
                      └── array  array
              """);
      for (String folder : new String[] {"", "/b", "/b/c", "/b/c/d", "/b/c/d/e", "/b/z"}) {
        assertThat(listings).containsEntry(Location.of("mem://a" + folder).path(), 2);
      }
    }
  }

  @Test
  void foldersAreListedAsFarAsIsNeededToFindAnArray() {
    try (Azulejo azulejo = Azulejo.builder().storage("mem", counting(Storage.inMemory())).build()) {
      azulejo.create(Location.of("mem://a/b/array"), SCHEMA);
      azulejo.create(Location.of("mem://a/b/c/d/array"), SCHEMA);
      listings.clear();

      assertThat(new Tree(azulejo, OpenOptions.DEFAULT).children(Location.of("mem://a")))
          .singleElement()
          .satisfies(node -> assertThat(node.word()).isEqualTo("folder"));
      assertThat(listings).doesNotContainKey(Location.of("mem://a/b/c/d").path());
    }
  }
}
