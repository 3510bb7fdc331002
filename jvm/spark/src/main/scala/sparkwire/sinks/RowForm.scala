package sparkwire.sinks

/** What the row of a value is for. */
sealed abstract class RowForm extends Serializable

object RowForm {

  /** Expressions that take it apart or copy it at once. */
  case object Apart extends RowForm

  /** The value is a struct, and its fields are those of a row that is handed on as it is. */
  case object Fields extends RowForm

  /** The value is the one field of a row that is handed on as it is. */
  case object Column extends RowForm
}
