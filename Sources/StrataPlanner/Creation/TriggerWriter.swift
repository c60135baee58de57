import StrataSchema

/// CREATE TRIGGER for `trigger` (https://sqlite.org/lang_createtrigger.html).
func triggerStatement(_ trigger: TriggerModel, _ stars: StarExpansions) -> DDLStatement {
  var text = SQLText()
  text.append("CREATE TRIGGER ")
  text.append(name: trigger.name.value)
  text.append(" ")
  text.append(body: trigger.sql, expanding: stars[trigger])
  return DDLStatement(
    kind: .trigger,
    name: trigger.name.value,
    range: trigger.name.range,
    text: text
  )
}
