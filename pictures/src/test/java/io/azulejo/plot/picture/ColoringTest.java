package io.azulejo.plot.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColoringTest {
  @Test
  void scalesGoFromDarkToLight() {
    Scale scale = Scale.of("v", new double[] {Double.NaN, 2, 12, 7});
    assertThat(scale.rgb(2)).isEqualTo(0x440154);
    assertThat(scale.rgb(7)).isEqualTo(0x21918c);
    assertThat(scale.rgb(12)).isEqualTo(0xfde725);
    assertThat(scale.rgb(1e300)).isEqualTo(0xfde725);
    assertThat(scale.symbol(2)).isEqualTo('·');
    assertThat(scale.symbol(7)).isEqualTo('▒');
    assertThat(scale.symbol(12)).isEqualTo('█');
    assertThat(scale.borders()).containsExactly("2", "4", "6", "8", "10", "12");
  }

  @Test
  void lighterColoursStandForGreaterNumbers() {
    int before = -1;
    for (int i = 0; i <= 100; i++) {
      int rgb = Colors.scale(i / 100.0);
      int light = 2126 * (rgb >> 16) + 7152 * (rgb >> 8 & 0xff) + 722 * (rgb & 0xff);
      assertThat(light).isGreaterThan(before);
      before = light;
    }
  }

  @Test
  void countsThatDifferMuchAreScaledByTheirLogarithms() {
    Scale wide = Scale.ofCounts("cells", new double[] {1, 10_000, Double.NaN, 3});
    assertThat(wide.rgb(100)).isEqualTo(0x21918c);
    assertThat(wide.ticks(5).stream().map(Tick::label))
        .containsExactly("1", "10", "100", "1000", "10,000");
    Scale narrow = Scale.ofCounts("cells", new double[] {100, 140});
    assertThat(narrow.rgb(120)).isEqualTo(0x21918c);
  }

  @Test
  void oneValueIsInTheMiddleOfItsScale() {
    Scale scale = Scale.of("v", new double[] {3});
    assertThat(scale.rgb(3)).isEqualTo(0x21918c);
    assertThat(scale.ticks(5)).containsExactly(new Tick(0.5, "3"));
    assertThat(Scale.of("v", new double[] {Double.NaN}).ticks(2)).isNotEmpty();
  }

  @Test
  void fewThingsHaveColoursThatCanBeToldApartAndManyHaveAScale() {
    Legend few = new Legend("things", List.of("one", "two"));
    assertThat(few.rgb(0)).isEqualTo(0x0072b2);
    assertThat(few.rgb(1)).isEqualTo(0xe69f00);
    Legend many =
        new Legend("things", IntStream.range(0, 100).mapToObj(Integer::toString).toList());
    assertThat(many.rgb(0)).isEqualTo(Colors.scale(0));
    assertThat(many.rgb(99)).isEqualTo(Colors.scale(1));
    assertThat(many.symbol(0)).isEqualTo('a');
    assertThat(many.symbol(61)).isEqualTo('9');
    assertThat(many.symbol(62)).isEqualTo('#');
  }

  @Test
  void terminalsOfFewColoursShowTheNextOne() {
    assertThat(Colors.cube(0x000000)).isEqualTo(16);
    assertThat(Colors.cube(0xffffff)).isEqualTo(231);
    assertThat(Colors.cube(0xff0000)).isEqualTo(196);
    assertThat(Colors.cube(0x5f87af)).isEqualTo(67);
  }
}
