package sparkwire.rows

/** How the row of a value is used. */
sealed abstract class RowForm extends Serializable

object RowForm {

  /** An expression reads fields of the value, or copies it, at once. */
  case object Apart extends RowForm

  /** The value is a struct, and its fields are the fields of a row that is handed on unchanged. */
  case object Fields extends RowForm

  /** The value is the single field of a row that is handed on unchanged. */
  case object Column extends RowForm
}
