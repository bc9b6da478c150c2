import io.azulejo.Array;
import io.azulejo.Azulejo;

/** Opens an array and prints its schema and its cells. */
public class OpenAndPrint {
  public static void main(String[] args) {
    try (Azulejo azulejo = Azulejo.create()) {
      Array colors = azulejo.open("samples/colors");
      System.out.println(colors.schema());
      colors.read().forEach(System.out::println);
    }
  }
}
