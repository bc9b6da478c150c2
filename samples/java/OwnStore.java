import io.azulejo.Azulejo;
import io.azulejo.storage.Storage;

/** Gives a store of one's own a scheme; docs/extending.md shows how to write such a store. */
public class OwnStore {
  public static void main(String[] args) {
    Storage mine = Storage.inMemory();
    try (Azulejo azulejo = Azulejo.builder().storage("mine", mine).build()) {
      azulejo.catalog().copy("samples/colors", "mine://arrays/colors");
      azulejo.open("mine://arrays/colors").read().limit(2).forEach(System.out::println);
    }
  }
}
