/// What a screen shows, in order.
public enum ViewElement {
  /// A text.
  case text(String)
  /// A button.
  case button(String, () -> Void)
  /// A switch.
  case toggle(String, Binding<Bool>)
  /// A field.
  case field(String, Binding<String>)
}

/// A text.
public struct Text: View, PrimitiveView {
  private let text: String

  /// A text as it stands.
  public init<S: StringProtocol>(_ content: S) { text = String(content) }

  /// A text as it stands.
  public init(verbatim content: String) { text = content }

  var content: PrimitiveContent { PrimitiveContent(elements: [.text(text)]) }
}

/// A button.
public struct Button<Label: View>: View, PrimitiveView {
  private let title: String
  private let action: @MainActor () -> Void

  /// A button with a title.
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void)
  where Label == Text {
    self.title = String(title)
    self.action = action
  }

  var content: PrimitiveContent {
    PrimitiveContent(elements: [.button(title) { MainActor.assumeIsolated(action) }])
  }
}

/// A switch.
public struct Toggle<Label: View>: View, PrimitiveView {
  private let title: String
  private let isOn: Binding<Bool>

  /// A switch with a title.
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) where Label == Text {
    self.title = String(title)
    self.isOn = isOn
  }

  var content: PrimitiveContent { PrimitiveContent(elements: [.toggle(title, isOn)]) }
}

/// A field.
public struct TextField<Label: View>: View, PrimitiveView {
  private let title: String
  private let text: Binding<String>

  /// A field with a title.
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) where Label == Text {
    self.title = String(title)
    self.text = text
  }

  var content: PrimitiveContent { PrimitiveContent(elements: [.field(title, text)]) }
}

/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// The elements.
  public var data: Data
  /// Makes a view.
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
}

extension ForEach: View, PrimitiveView where Content: View {
  var content: PrimitiveContent {
    PrimitiveContent(children: data.map { (AnyHashable(id($0)), view($0)) })
  }

  private func view(_ element: Data.Element) -> any View {
    let make: (Data.Element) -> Content = self.content
    return make(element)
  }

  /// A view for each element.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable, ID == Data.Element.ID {
    self.init(data: data, content: content, id: \.id)
  }

  /// A view for each element.
  public init(
    _ data: Data,
    id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, content: content) { $0[keyPath: id] }
  }
}

/// A list of rows.
public struct List<SelectionValue, Content: View>: View, PrimitiveView {
  private let rows: Content

  /// A row for each element.
  public init<Data, RowContent>(
    _ data: Data,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  )
  where
    SelectionValue == Never, Content == ForEach<Data, Data.Element.ID, RowContent>,
    Data: RandomAccessCollection, RowContent: View, Data.Element: Identifiable
  {
    rows = ForEach(data, content: rowContent)
  }

  /// Rows.
  public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {
    rows = content()
  }

  var content: PrimitiveContent { PrimitiveContent(children: [(0, rows)]) }
}

/// A choice.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  private let title: String
  private let choices: Content

  /// A choice with a title.
  public init<S: StringProtocol>(
    _ title: S,
    selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) where Label == Text {
    self.title = String(title)
    choices = content()
  }

  var content: PrimitiveContent {
    PrimitiveContent(elements: [.text(title)], children: [(0, choices)])
  }
}

/// Views one below the other.
public struct VStack<Content: View>: View, PrimitiveView {
  private let views: Content

  /// Views one below the other.
  public init(@ViewBuilder content: () -> Content) { views = content() }

  var content: PrimitiveContent { PrimitiveContent(children: [(0, views)]) }
}
