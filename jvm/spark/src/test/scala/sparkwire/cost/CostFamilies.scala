package sparkwire.cost

object CostFamilies {
  val all: Seq[CostFamily] = Seq(MsgpackFamilies.all).flatten

  /** A family that is not linear, so that a test can see it found. */
  val quadratic: CostFamily =
    new CostFamily("quadratic", "A list, where each element is looked up from its head.",
      size => {
        val numbers = List.range(0, size / 256)
        Seq("sum" -> (() => require(numbers.indices.map(numbers(_)).sum >= 0)))
      })

  def named(names: Set[String]): Seq[CostFamily] =
    if (names.isEmpty) all else (all :+ quadratic).filter(family => names(family.name))
}
