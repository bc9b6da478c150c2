package io.azulejo.imports.netcdf;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Attributes of a file or a variable: names with a text or with numbers. */
public final class NetcdfAttributes {
  private final Map<String, Object> values = new LinkedHashMap<>();

  NetcdfAttributes() {}

  void put(String name, String text) {
    values.put(name, text);
  }

  void put(String name, List<Number> numbers) {
    values.put(name, List.copyOf(numbers));
  }

  /** Returns the names of all attributes, in the order of the file. */
  public Set<String> names() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /** Returns the text of an attribute; empty if it is missing or not a text. */
  public Optional<String> text(String name) {
    return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /**
   * Returns the numbers of an attribute, each a Long, Float or Double; unsigned 64-bit integers
   * keep their bits. Empty if the attribute is missing or a text.
   */
  public List<Number> numbers(String name) {
    List<Number> numbers = new ArrayList<>();
    if (values.get(name) instanceof List<?> all) {
      all.forEach(number -> numbers.add((Number) number));
    }
    return numbers;
  }

  /** Returns the first number of an attribute; empty without a number. */
  public Optional<Number> number(String name) {
    return numbers(name).stream().findFirst();
  }
}
