package io.azulejo.imports.netcdf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The attributes of a file or a variable. The value of an attribute is text or numbers. */
public final class NetcdfAttributes {
  private final Map<String, Object> values = new LinkedHashMap<>();

  NetcdfAttributes() {}

  void put(String name, String text) {
    values.put(name, text);
  }

  void put(String name, List<Number> numbers) {
    values.put(name, List.copyOf(numbers));
  }

  /** Returns the names of all attributes, in file order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /** Returns the text of an attribute; empty if the attribute is missing or has numbers. */
  public Optional<String> text(String name) {
    return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /**
   * Returns the numbers of an attribute. Integers are {@link Long}s, and others are {@link Float}s
   * or {@link Double}s. An unsigned 64-bit integer becomes the {@code Long} with the same bits.
   *
   * @return a new list; empty if the attribute is missing or has text
   */
  public List<Number> numbers(String name) {
    List<Number> numbers = new ArrayList<>();
    if (values.get(name) instanceof List<?> all) {
      all.forEach(number -> numbers.add((Number) number));
    }
    return numbers;
  }

  /** Returns the first number of an attribute; empty if {@link #numbers} is empty. */
  public Optional<Number> number(String name) {
    return numbers(name).stream().findFirst();
  }
}
